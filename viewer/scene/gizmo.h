// The handles by which the mandible is dragged in the 3D view: three arrows and three rings along the
// patient's axes at the middle of the lower jaw. Pure geometry; annotations draw it, input asks it.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "viewer/app/camera.h"
#include "viewer/case/jaw_moves.h"

struct ImDrawList;

namespace intercusp::viewer {

struct ViewBox;

enum class Handle {
  shift_left,
  shift_anterior,
  shift_superior,
  turn_left,
  turn_anterior,
  turn_superior,
  shift_in_view
};

//! The handle under the cursor: the nearest within 8 px; the middle disc shifts in the plane of the view.
[[nodiscard]] std::optional<Handle> handle_at(const LoadedCase& loaded,
                                              const Eigen::Isometry3d& upper_from_lower, const Camera& camera,
                                              const PictureSize& size, const Eigen::Vector2d& pixel);

//! The pose while a handle is dragged. It depends on where the drag began alone, not on the way: back at the
//! beginning the pose is the beginning's, to the bit.
[[nodiscard]] Eigen::Isometry3d dragged(const LoadedCase& loaded, const Eigen::Isometry3d& pose_at_start,
                                        Handle handle, const Camera& camera, const PictureSize& size,
                                        const Eigen::Vector2d& start, const Eigen::Vector2d& now);

void draw_gizmo(ImDrawList& list, const ViewBox& box, const LoadedCase& loaded,
                const Eigen::Isometry3d& upper_from_lower, const Camera& camera,
                const std::optional<Handle>& highlighted);

}  // namespace intercusp::viewer
