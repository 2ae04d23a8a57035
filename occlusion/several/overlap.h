// What two solids share, as lines of one direction show it.
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>

namespace intercusp {

//! Lengths along lines through pixels' centres; both solids stand as their meshes do.
struct Overlap {
  double depth_mm = 0;                 //!< the longest overlap along the direction in which that is least
  Eigen::Vector3d direction{0, 0, 1};  //!< that direction, unit length
  Eigen::Vector3d point{0, 0, 0};      //!< the middle of that overlap
  double volume_mm3 = 0;               //!< of all overlaps, along that direction
  double pixel_mm = 0;                 //!< of that look
};

//! What one direction shows.
struct Look {
  Overlap overlap;
  Eigen::Vector3d normal;  //!< of the surfaces that bound the overlaps; zero where they cancel out
};

}  // namespace intercusp
