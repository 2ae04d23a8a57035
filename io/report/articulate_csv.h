// The tables of `articulate` for spreadsheets, and its paths for `play`.
#pragma once

#include <span>
#include <string>

#include "io/report/articulate_report.h"

namespace intercusp {

//! One line per contact at each reported excursion; RFC 4180, a point for the decimals, what is unknown is an
//! empty cell.
[[nodiscard]] std::string guidance_csv(const ArticulateReport& report);

//! One line per pair of teeth, movement and excursion. \pre the report has a sensitivity
[[nodiscard]] std::string sensitivity_csv(const ArticulateReport& report);

//! A path as a track: time_s (a tenth of a second a pose) and upper_from_lower, row by row.
[[nodiscard]] std::string track_csv(std::span<const Eigen::Isometry3d> upper_from_lower);

}  // namespace intercusp
