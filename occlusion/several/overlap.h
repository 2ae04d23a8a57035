// The intersection of two solids along lines of one direction.
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
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
  Eigen::Vector2d growth{0, 0};  //!< of the longest, per mm along u and v, while the same surfaces bound it
};

//! The results of one direction, pixel by pixel.
struct Look {
  View view;
  std::vector<PixelOverlap> pixels;
};

//! How the depth of a plane grows per mm along u and v. Nearly parallel to the lines, a plane bounds nothing within a
//! pixel.  \param normal unit length
[[nodiscard]] inline Eigen::Vector2d rise_of(const Eigen::Vector3d& normal, const View& view) {
  const Eigen::Vector3d in_view = view.view_from_case.linear() * normal;
  return -in_view.head<2>() / std::copysign(std::max(1e-9, std::abs(in_view.z())), in_view.z());
}

}  // namespace intercusp
