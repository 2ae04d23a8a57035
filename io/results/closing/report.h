// The report of `close` and `slide`.
#pragma once

#include <memory>

#include "io/report/report.h"

namespace intercusp {

struct Closing;
class Motion;

//! `close` and `slide`: close.json or slide.json and contacts_order.csv; remaining_travel.png where there is a
//! map; where there is a first contact pose_at_contact.json, and with a map travel_after_contact.png.
[[nodiscard]] Report report_of(std::shared_ptr<const Closing> closing, const Inputs& inputs);

//! Every file that such a report may have, close.json or slide.json first.
[[nodiscard]] std::vector<std::string> closing_file_names(const Motion& motion);

}  // namespace intercusp
