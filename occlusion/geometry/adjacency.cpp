#include "occlusion/geometry/adjacency.h"

#include <Eigen/Geometry>
#include <cmath>
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
  std::map<std::uint32_t, std::size_t> place;  // index of each component, by the root of its set
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

namespace {

bool in_one_wall(const TriangleMesh& mesh, std::uint32_t face, std::uint32_t neighbour) {
  const Eigen::Vector3d a = face_normal_twice_area(mesh, face);
  const Eigen::Vector3d b = face_normal_twice_area(mesh, neighbour);
  return a.dot(b) > 0 && a.cross(b).norm() < std::sin(flat_edge_rad) * a.norm() * b.norm();
}

}  // namespace

std::vector<Edge> sharp_edges(const TriangleMesh& mesh) {
  std::vector<Edge> sharp;
  for_each_edge(mesh, [&](std::uint32_t low, std::uint32_t high, std::span<const EdgeSide> sides) {
    const bool flat = sides.size() == 2 && in_one_wall(mesh, sides[0].face, sides[1].face);
    if (!flat) sharp.push_back({low, high});
  });
  return sharp;
}

}  // namespace intercusp
