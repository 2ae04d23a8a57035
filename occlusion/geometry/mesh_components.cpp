#include "occlusion/geometry/mesh_components.h"

#include <map>

namespace intercusp {

UnionFind joined_vertices(std::size_t vertices, std::span<const Face> faces) {
  UnionFind sets(vertices);
  for (const auto& [a, b, c] : faces) {
    sets.join(a, b);
    sets.join(b, c);
  }
  return sets;
}

std::vector<MeshComponent> mesh_components(const TriangleMesh& mesh) {
  UnionFind sets = joined_vertices(mesh.vertices.size(), mesh.faces);
  std::map<std::uint32_t, std::size_t> place;  // by the sets' roots
  std::vector<MeshComponent> components;
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
    const auto [found, added] = place.try_emplace(sets.root(mesh.faces[face][0]), components.size());
    if (added) components.emplace_back();
    MeshComponent& component = components[found->second];
    component.faces.push_back(mesh.faces[face]);
    component.face_of.push_back(face);
    for (const std::uint32_t vertex : mesh.faces[face]) component.box.add(mesh.vertices[vertex]);
  }
  return components;
}

}  // namespace intercusp
