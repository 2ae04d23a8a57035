// The nozzle of a spray in the 3D view: a small cone with its axis and the outline of the spray. Its place and the ring at
// the end of its axis are handles.
#pragma once

#include <optional>

#include "viewer/app/camera.h"
#include "viewer/case/spray_passes.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

enum class NozzleHandle { place, aim };

void draw_nozzle(ImDrawList& list, const ViewBox& box, const Nozzle& nozzle, const Camera& camera,
                 const std::optional<NozzleHandle>& highlighted);

//! The handle within some pixels of the cursor.
[[nodiscard]] std::optional<NozzleHandle> nozzle_handle_at(const Nozzle& nozzle, const Camera& camera,
                                                           const PictureSize& size,
                                                           const Eigen::Vector2d& pixel);

//! Moved in the plane of the view: all of the nozzle by its place; by its aim the point that it aims at.
[[nodiscard]] Nozzle dragged(const Nozzle& at_start, NozzleHandle handle, const Camera& camera,
                             const PictureSize& size, const Eigen::Vector2d& start,
                             const Eigen::Vector2d& now);

}  // namespace intercusp::viewer
