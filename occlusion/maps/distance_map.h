// Signed distance from the lower's surface to the closest point of the upper, in any direction, at the pixels of a
// view. Has the layout of ClearanceMap, which holds clearances along the view's direction.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/view/view.h"

namespace intercusp {

//! How certain a pixel's distance is.
enum class DistanceMark : std::uint8_t {
  none,      //!< not searched for: no clearance, one beyond the search radius, or no face of the lower
  certain,   //!< the distance, with its sign
  at_rim,    //!< the closest point lies on the rim of the upper's scan: what lies beyond may be closer
  undecided  //!< a surface that import added runs between the two points: neither sign nor distance is known
};

//! Every array has one entry per pixel, row by row from the top left.
struct DistanceMap {
  View view;
  std::vector<float> distance_mm;  //!< negative inside the upper; NaN if the mark is none or undecided
  std::vector<DistanceMark> mark;
};

}  // namespace intercusp
