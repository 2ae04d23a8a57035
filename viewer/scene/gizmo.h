// The handles that drag the mandible in the 3D view: three arrows and three rings along the patient's axes, at the centre
// of the lower jaw.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "viewer/app/camera.h"
#include "viewer/case/jaw_moves.h"

struct ImDrawList;

namespace intercusp::viewer {

struct ViewBox;

//! Shifts, then turns, each along the patient's left, anterior and superior.
enum class Handle {
  shift_left,
  shift_anterior,
  shift_superior,
  turn_left,
  turn_anterior,
  turn_superior,
  shift_in_view
};

//! Whether a place of the picture is among the handles or beside them.
[[nodiscard]] bool is_near_handles(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                   const Camera& camera, const PictureSize& size,
                                   const Eigen::Vector2d& pixel);

//! The nearest handle within 8 px of the cursor. The disc in the middle moves in the plane of the view.
[[nodiscard]] std::optional<Handle> handle_at(const LoadedCase& loaded,
                                              const Eigen::Isometry3d& upper_from_lower, const Camera& camera,
                                              const PictureSize& size, const Eigen::Vector2d& pixel);

//! The pose while a handle is dragged. It depends only on where the drag began and where the cursor is: back at the start,
//! the pose is that of the start, bit for bit.
[[nodiscard]] Eigen::Isometry3d dragged(const LoadedCase& loaded, const Eigen::Isometry3d& pose_at_start,
                                        Handle handle, const Camera& camera, const PictureSize& size,
                                        const Eigen::Vector2d& start, const Eigen::Vector2d& now);

void draw_gizmo(ImDrawList& list, const ViewBox& box, const LoadedCase& loaded,
                const Eigen::Isometry3d& upper_from_lower, const Camera& camera,
                const std::optional<Handle>& highlighted);

}  // namespace intercusp::viewer
