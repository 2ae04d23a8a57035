// The report of every analysis: what stands in its files and in its summary (docs/FILE_FORMATS.md).
//
// A report borrows from what it is made of: the analysis and the inputs must live until its files are written.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/report/report.h"

namespace intercusp {

struct Closing;

//! Where the jaws come from.
struct Inputs {
  const MeshReport &upper, &lower;
  double import_ms = 0;
};

//! `close` and `slide`: close.json or slide.json and contacts_order.csv; remaining_travel.png where there is a
//! map; where there is a first contact pose_at_contact.json, and with a map travel_after_contact.png.
[[nodiscard]] Report report_of(const Closing& closing, const Inputs& inputs);

}  // namespace intercusp
