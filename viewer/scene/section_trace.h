// The plane of the section in the other views: a frame in the 3D view, a line in the map. The mouse can move it there.
#pragma once

#include <vector>

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

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
