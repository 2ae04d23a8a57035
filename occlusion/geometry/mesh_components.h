// The parts of a mesh that hang together.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Faces that vertices join, by their numbers.
struct MeshComponent {
  std::vector<Face> faces;
  std::vector<std::uint32_t> face_of;  //!< in the mesh, ascending
  Bounds box;
};

//! In the order of their first faces. Vertices in the same place are not joined.
[[nodiscard]] std::vector<MeshComponent> mesh_components(const TriangleMesh& mesh);

}  // namespace intercusp
