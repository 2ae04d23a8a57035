// Tooth numbers beside the teeth of a jaw.
#pragma once

#include <Eigen/Geometry>
#include <functional>

#include "io/picture/canvas.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct ToothNumberView {
  Eigen::Affine3d px_from_solid;  //!< x and y in px of the canvas; z mm away from the viewer
  double pixels_per_mm = 1;
  Eigen::Vector2d root{0, 0};  //!< where the roots point in the picture, x and y of a unit vector
  double letter_px = 19;
};

//! Writes the FDI number of each labelled tooth, with a question mark where it is not sure: around the arch seen along the roots, beside the roots seen from
//! aside. Teeth that stand behind others of their jaw, whose place is taken, or whose middle (px, px, mm) is not
//! `wanted` get none.
void draw_tooth_numbers(
    Canvas& canvas, const Solid& solid, const ToothNumberView& view,
    const std::function<bool(const Eigen::Vector3d&)>& wanted = [](const Eigen::Vector3d&) { return true; });

}  // namespace intercusp
