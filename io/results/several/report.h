// The report of `interfere`.
#pragma once

#include <memory>

#include "io/report/report.h"

namespace intercusp {

struct InterferenceReport;

//! `interfere`: interfere.json, overlaps.csv and interference.png.
[[nodiscard]] Report report_of(std::shared_ptr<const InterferenceReport> report);

}  // namespace intercusp
