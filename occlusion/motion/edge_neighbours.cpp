#include "occlusion/motion/edge_neighbours.h"

#include "occlusion/geometry/adjacency.h"

namespace intercusp::motion {

std::vector<std::array<AcrossEdge, 3>> faces_across(const TriangleMesh& mesh) {
  const auto beside = [](const EdgeSide& side) { return AcrossEdge{side.face, (side.corner + 2) % 3U}; };
  std::vector<std::array<AcrossEdge, 3>> across(mesh.faces.size());
  for_each_edge(mesh, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    for (std::size_t i = 0; i < sides.size(); ++i)
      across[sides[i].face][sides[i].corner] = beside(sides.size() == 2 ? sides[1 - i] : sides[i]);
  });
  return across;
}

}  // namespace intercusp::motion
