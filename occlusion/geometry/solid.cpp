#include "occlusion/geometry/solid.h"

#include "occlusion/geometry/adjacency.h"

namespace intercusp {

std::vector<std::uint8_t> marked_anatomy(const Solid& jaw) {
  std::vector<std::uint8_t> marks(jaw.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : jaw.mesh.faces[face]) marks[vertex] = 1;
  }
  return marks;
}

std::size_t count_open_edges(const TriangleMesh& mesh) {
  std::size_t open = 0;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t /*high*/, std::span<const EdgeSide> sides) {
    int balance = 0;
    for (const EdgeSide& side : sides) balance += mesh.faces[side.face][side.corner] == low ? 1 : -1;
    if (balance != 0) ++open;
  });
  return open;
}

}  // namespace intercusp
