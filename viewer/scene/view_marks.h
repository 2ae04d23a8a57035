// Marks in the 3D view and the map: the mouse of the other view, a distance measured in space, the plane of the section.
#pragma once

#include <vector>

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

constexpr Rgb place_mark_colour{64, 214, 226};

//! In whole pixels.
[[nodiscard]] PictureSize size_of(const ViewBox& box);

[[nodiscard]] double distance_to_segment(const Eigen::Vector2d& place, const Eigen::Vector2d& from,
                                         const Eigen::Vector2d& to);

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

// The plane of the section in the other views: a frame in the 3D view, a line in the map. The mouse can move it there.

struct SectionTrace {
  std::vector<Eigen::Vector2d> corners;  //!< px of the draw list; two of a line
  Eigen::Vector2d px_per_mm{0, 0};       //!< how it moves on the screen along the plane's normal

  [[nodiscard]] bool is_at(const Eigen::Vector2d& pixel) const;
  //! How far along its normal a drag by so many pixels moves the plane.
  [[nodiscard]] double moved_mm(const Eigen::Vector2d& by_px) const {
    return by_px.dot(px_per_mm) / px_per_mm.squaredNorm();
  }
};

//! A square about the plane's origin, as long as the line in the map. Seen head-on it cannot be dragged: `px_per_mm` is too short for is_at.
[[nodiscard]] SectionTrace trace_in_scene(const SectionPlane& plane, const Camera& camera,
                                          const ViewBox& box);

//! Empty where the plane lies flat in the map.
[[nodiscard]] std::optional<SectionTrace> trace_in_map(const SectionPlane& plane, const View& view,
                                                       const MapPlacement& placement);

void draw_trace(DrawListCanvas& canvas, const SectionTrace& trace);

}  // namespace intercusp::viewer
