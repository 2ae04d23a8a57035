// Both jaws in one file.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/base/progress.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Whether two of a scan's connected parts, each of the size of an arch, have a row of teeth each; separate crowns are one part,
//! or two where they lie above each other. A base or gum beside the crowns is a part, too, but has none.
//! \param vertices,faces as for find_teeth \throw Cancelled
[[nodiscard]] bool holds_two_arches(std::span<const Eigen::Vector3d> vertices, std::span<const Face> faces,
                                    const Progress& progress = {});

}  // namespace intercusp
