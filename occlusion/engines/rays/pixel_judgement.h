// Evaluates one pixel of a clearance map from the intervals of its line inside both jaws, by the rules in
// occlusion/maps/clearance_map.h.
//
// Internal to occlusion/engines/rays.
#pragma once

#include <span>

#include "occlusion/engines/rays/line_reading.h"
#include "occlusion/geometry/solid.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::rays {

//! A jaw along one line. The intervals are sorted by depth and lie apart from each other.
struct JawOnLine {
  const Solid& solid;
  std::span<const InsideInterval> intervals;
};

//! An overlap that lies wholly within one jaw is bounded by two faces of the other: the map then names that
//! jaw's outer one, where the upper is entered or the lower is left.
[[nodiscard]] PixelResult judge_pixel(const JawOnLine& upper, const JawOnLine& lower,
                                      double depth_tolerance_mm);

}  // namespace intercusp::rays
