// The report of `settle`.
#pragma once

#include <memory>

#include "io/report/report.h"

namespace intercusp {

struct Settlement;

//! `settle`: settle.json and, where the jaws settled, pose.json.
[[nodiscard]] Report report_of(std::shared_ptr<const Settlement> settlement, const Inputs& inputs);

}  // namespace intercusp
