// Small parts of a crown that are parted from the rest of it.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/teeth/surface_shape.h"

namespace intercusp {

//! A crown is one piece. A part that is less than a fifth of it becomes gum or the tooth that surrounds it, whichever has most of
//! the edges around it.
//! \param crown of each vertex, or negative for gum
[[nodiscard]] std::vector<int> without_islands(std::vector<int> crown, const TriangleMesh& mesh,
                                               const SurfaceShape& shape);

}  // namespace intercusp
