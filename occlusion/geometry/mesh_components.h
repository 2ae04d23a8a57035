// The connected parts of a mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/geometry/union_find.h"

namespace intercusp {

//! Sets of vertices that faces join.
[[nodiscard]] UnionFind joined_vertices(std::size_t vertices, std::span<const Face> faces);

//! Faces that vertices join, by their numbers.
struct MeshComponent {
  std::vector<Face> faces;
  std::vector<std::uint32_t> face_of;  //!< in the mesh, ascending
  Bounds box;
};

//! In the order of their first faces. Vertices in the same place are not joined.
[[nodiscard]] std::vector<MeshComponent> mesh_components(const TriangleMesh& mesh);

}  // namespace intercusp
