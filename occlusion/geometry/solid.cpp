#include "occlusion/geometry/solid.h"

#include "occlusion/geometry/adjacency.h"

namespace intercusp {

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
