// The report of `spray`.
#pragma once

#include <memory>

#include "io/report/report.h"

namespace intercusp {

struct SprayReport;

//! `spray`: spray.json, report.html, coverage.csv, deposit.vtp and deposit.png, deposit_oblique.png,
//! deposit_far_side.png; impacts_1.nrrd and .png for the first solid if it is hit, impacts_2 … for the others.
[[nodiscard]] Report report_of(std::shared_ptr<const SprayReport> report);

}  // namespace intercusp
