// The intersection of two solids along lines of one direction.
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/view/view.h"

namespace intercusp {

//! The result of one pixel's line; both solids are in the pose of their meshes.
struct PixelOverlap {
  double longest_mm = 0;  //!< of the overlaps along the line; 0 without overlap
  double sum_mm = 0;      //!< of all
  double slope =
      0;  //!< of the surfaces that bound the longest, tangents added: its possible growth per mm sideways
};

//! The results of one direction, pixel by pixel.
struct Look {
  View view;
  std::vector<PixelOverlap> pixels;
};

}  // namespace intercusp
