// Poses as a table that `play` reads as a track.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "io/report/report.h"

namespace intercusp {

//! Columns time_s and upper_from_lower, row by row. Each pose lasts a tenth of a second.
[[nodiscard]] CsvFile track_csv(std::string name, const std::vector<Eigen::Isometry3d>& upper_from_lower);

}  // namespace intercusp
