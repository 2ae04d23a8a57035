// The clip space of an orthographic map.
#pragma once

#include <Eigen/Core>

#include "occlusion/view/view.h"

namespace intercusp::gl {

//! From (u, v, depth) to clip space, looking against the direction of depth. Clip x grows with u, clip y with
//! v (row 0 of a texture is row 0 of the map), window depth runs from 0 at `nearest_mm` to 1 `range_mm`
//! before it; (u, v, towards the viewer) is right-handed, so nothing is mirrored.
[[nodiscard]] inline Eigen::Matrix4d clip_from_view(const PixelGrid& grid, double nearest_mm,
                                                    double range_mm) {
  const double width_mm = grid.width * grid.pixel_mm;
  const double height_mm = grid.height * grid.pixel_mm;
  Eigen::Matrix4d clip = Eigen::Matrix4d::Identity();
  clip.row(0) << 2 / width_mm, 0, 0, -2 * grid.u0_mm / width_mm - 1;
  clip.row(1) << 0, 2 / height_mm, 0, -2 * grid.v0_mm / height_mm - 1;
  clip.row(2) << 0, 0, -1 / range_mm, nearest_mm / range_mm;
  return clip;
}

}  // namespace intercusp::gl
