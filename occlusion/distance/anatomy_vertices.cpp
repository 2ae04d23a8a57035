#include "occlusion/distance/anatomy_vertices.h"

#include "occlusion/geometry/morton_curve.h"

namespace intercusp {

std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw) {
  std::vector<std::uint8_t> used(jaw.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : jaw.mesh.faces[face]) used[vertex] = 1;
  }
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t vertex = 0; vertex < used.size(); ++vertex)
    if (used[vertex] != 0) vertices.push_back(vertex);
  return along_curve(jaw.mesh.vertices, vertices);
}

}  // namespace intercusp
