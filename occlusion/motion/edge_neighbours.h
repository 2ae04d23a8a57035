// The faces across the edges of each face. Internal to occlusion/motion.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::motion {

//! The face across an edge, and its corner opposite that edge.
struct AcrossEdge {
  std::uint32_t face : 30;  //!< more faces would not fit into memory
  std::uint32_t corner : 2;
};

//! For each face and each of its edges (edge i starts at corner i). An edge with no face across it, or with
//! more than one, refers to the face itself.
[[nodiscard]] std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh);

}  // namespace intercusp::motion
