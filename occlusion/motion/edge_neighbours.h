// What lies across the edges of a mesh. Internal to occlusion/motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::motion {

//! Of each edge of each face (edge i begins at corner i) the third vertex of the face across it; where there
//! is none, or more than one, the third vertex of the face itself.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> vertices_across(const TriangleMesh& mesh);

}  // namespace intercusp::motion
