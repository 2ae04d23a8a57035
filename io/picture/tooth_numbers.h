// Tooth numbers beside the teeth of a jaw.
#pragma once

#include <Eigen/Geometry>
#include <functional>

#include "io/picture/canvas.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct ToothNumberView {
  Eigen::Affine3d px_from_solid;  //!< x and y in px of the canvas; z in mm away from the viewer
  double pixels_per_mm = 1;
  Eigen::Vector2d root{0, 0};  //!< direction of the roots in the picture: x and y of a unit vector
  double letter_px = 19;
};

//! Writes the FDI number of each labelled tooth, with a question mark if it is uncertain. Seen along the
//! roots, numbers are around the arch; seen from the side, beside the roots. A tooth gets no number if it
//! stands behind others of its jaw, if the place is taken, or if its middle (px, px, mm) is not `wanted`.
void draw_tooth_numbers(
    Canvas& canvas, const Solid& solid, const ToothNumberView& view,
    const std::function<bool(const Eigen::Vector3d&)>& wanted = [](const Eigen::Vector3d&) { return true; });

}  // namespace intercusp
