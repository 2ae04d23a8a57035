#include "occlusion/motion/prepared_jaw.h"

#include <utility>

#include "occlusion/geometry/mesh_components.h"

namespace intercusp::motion {
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
