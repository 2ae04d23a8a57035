// Cracks of no width in a mesh.
#pragma once

#include <cstddef>
#include <cstdint>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

//! Splits a face at the middle of its first edge, and leaves its neighbour there as it is.
inline void add_crack(TriangleMesh& mesh, std::size_t face) {
  const auto [a, b, c] = mesh.faces[face];
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  const Eigen::Vector3d point = 0.5 * (mesh.vertices[a] + mesh.vertices[b]);
  mesh.vertices.push_back(point);
  mesh.faces[face] = {a, middle, c};
  mesh.faces.push_back({middle, b, c});
}

}  // namespace intercusp::testing
