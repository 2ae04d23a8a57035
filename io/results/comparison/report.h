// The report of `compare`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/report/report.h"

namespace intercusp {

struct Comparison;

//! `compare`: compare.json, teeth_change.csv, report.html; of each scan after whose pose is determined before_change.vtp,
//! after_change.vtp and change.png, with _1, _2 … where there are several, and then series.png; of repeats repeats.csv.
[[nodiscard]] Report report_of(std::shared_ptr<const Comparison> comparison);

//! Every file that such a report may have, compare.json first; with stars for numbers.
[[nodiscard]] std::vector<std::string> comparison_file_names();

}  // namespace intercusp
