// The window and depth range of a map as OpenGL sees it: looking along -pi, so that the upper is nearer.
//
// Clip x grows with u, clip y with v (row 0 of a texture is row 0 of the map), window depth runs from 0 at
// the viewer to 1. (u, v, towards the viewer) is right-handed, so nothing is mirrored.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/program.h"
#include "occlusion/engines/stencil/placed_jaw.h"
#include "occlusion/view/view.h"

namespace intercusp::stencil {

struct StencilView {
  int width_px = 0;
  int height_px = 0;
  double depth_mm = 1;  //!< length in mm of window depth 0 to 1
  Eigen::Matrix4d clip_from_case = Eigen::Matrix4d::Identity();

  //! Whether the planes of the upper drawn for `other` can be kept.
  [[nodiscard]] bool operator==(const StencilView& other) const = default;
};

//! The view of a frame. Its depth range holds both jaws, begins at a multiple of 8 mm above them and is long enough for
//! a distant lower (512 mm, or twice that, …). So the range stays the same, and the upper's planes are kept, unless the
//! lower rises above the upper. It depends only on the present pose. Its length costs no precision: a depth is a float
//! between 0 and 1, as fine as its distance from the start of the range.
[[nodiscard]] StencilView fit_depths(const View& view, const Bounds& upper, const Bounds& lower,
                                     const Eigen::Isometry3d& upper_from_lower, double tolerance_mm);

//! Draws a jaw, placed in this view, with a program of shaders/jaw.vert. `state.scissor` is set to the
//! window. \param depth_shift moves it away from the viewer, as a part of the depth range
void draw_jaw(const PlacedJaw& jaw, const StencilView& view, const gl::Program& program, gl::DrawState state,
              const gl::Framebuffer& target, const DrawnFor& pixels = {}, double depth_shift = 0);

}  // namespace intercusp::stencil
