// The tables of a played track. Column names carry the unit; play.json holds the definitions. Cells without a
// value are empty.
#pragma once

#include <string>

#include "occlusion/motion/tracks/play.h"

namespace intercusp {

//! One line a pose: time, movement, least clearance, areas.
[[nodiscard]] std::string series_csv(const Playback& playback);

//! One line a pose, one column a tooth: surface area in contact. Teeth that never are have no column.
[[nodiscard]] std::string areas_per_tooth_csv(const Playback& playback);

//! One line a tooth that is in contact at some pose.
[[nodiscard]] std::string teeth_csv(const Playback& playback);

}  // namespace intercusp
