// What two solids share, as lines of one direction show it.
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/view/view.h"

namespace intercusp {

//! What one pixel's line shows; both solids stand as their meshes do.
struct PixelOverlap {
  double longest_mm = 0;  //!< of the overlaps along the line; 0: there is none
  double sum_mm = 0;      //!< of all
  double slope =
      0;  //!< of the surfaces that bound the longest, tangents added: what it may grow by per mm aside
};

//! What one direction shows, a pixel after the other.
struct Look {
  View view;
  std::vector<PixelOverlap> pixels;
};

}  // namespace intercusp
