// What lies across the edges of a mesh. Internal to occlusion/motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::motion {

//! The face across an edge, and its vertex that is not on the edge.
struct AcrossEdge {
  std::uint32_t face, vertex;
};

//! Of each edge of each face (edge i begins at corner i); where there is no face across it, or more than one,
//! the face itself.
[[nodiscard]] std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh);

}  // namespace intercusp::motion
