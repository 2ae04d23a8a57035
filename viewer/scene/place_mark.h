// A place on a jaw as the views show it: the mouse of the other view, and the ends of a distance measured in space.
#pragma once

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

constexpr Rgb place_mark_colour{64, 214, 226};

//! Pixel of the draw list.
[[nodiscard]] Eigen::Vector2d pixel_in_scene(const Camera& camera, const ViewBox& box,
                                             const Eigen::Vector3d& case_point);
[[nodiscard]] Eigen::Vector2d pixel_in_map(const View& view, const MapPlacement& placement,
                                           const Eigen::Vector3d& case_point);

//! Where the mouse is in the other view.
void draw_place_mark(DrawListCanvas& canvas, const Eigen::Vector2d& at);

//! A straight line between two places of the 3D view with its length.
void draw_space_ruler(DrawListCanvas& canvas, const Eigen::Vector2d& from, const Eigen::Vector2d& to,
                      double length_mm);

}  // namespace intercusp::viewer
