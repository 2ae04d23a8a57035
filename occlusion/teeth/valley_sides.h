// On which side of the valley between crown and gum a vertex lies.
#pragma once

#include <span>
#include <vector>

#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

//! Moves the border of crowns to the bottom of the valley, by at most one ring of vertices: a vertex at the border belongs to
//! the crown if the surface is more concave beyond it than on its crown's side. Concavity is taken twice and added: from the
//! averaged curvature, which is steady, and from the bare positions of neighbours, which are sharp.
//! \param tooth of each vertex, or negative for gum
//! \param faces of the scan before long edges were split: vertices in the middle of split edges know nothing of the valley
//! \param shape of the vertices
[[nodiscard]] std::vector<int> moved_to_valleys(std::vector<int> tooth,
                                                const std::vector<Eigen::Vector3d>& vertices,
                                                std::span<const Face> faces, const SurfaceShape& shape);

}  // namespace intercusp
