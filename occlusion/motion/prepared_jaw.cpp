#include "occlusion/motion/prepared_jaw.h"

#include <utility>

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

namespace {

std::vector<JawPart> parts_of(const Solid& jaw) {
  UnionFind sets = joined_vertices(jaw.mesh.vertices.size(), jaw.mesh.faces);
  std::vector<JawPart> parts;
  std::vector<std::size_t> part_of_root(jaw.mesh.vertices.size(), 0);  // from 1
  for (std::size_t face = 0; face < jaw.mesh.faces.size(); ++face) {
    const Face& corners = jaw.mesh.faces[face];
    std::size_t& number = part_of_root[sets.root(corners[0])];
    if (number == 0) {
      parts.emplace_back();
      number = parts.size();
    }
    JawPart& part = parts[number - 1];
    for (const std::uint32_t corner : corners) part.box.add(jaw.mesh.vertices[corner]);
    if (jaw.is_anatomy(face) && !part.anatomy) {
      part.anatomy = true;
      part.vertex = corners[0];
    }
  }
  return parts;
}

}  // namespace

PreparedJaw::PreparedJaw(std::shared_ptr<const Solid> jaw)
    : solid(std::move(jaw)), across(faces_across(solid->mesh)), tree(*solid), parts(parts_of(*solid)) {}

}  // namespace intercusp::motion
