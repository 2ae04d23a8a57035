#include "occlusion/distance/anatomy_vertices.h"

#include "occlusion/geometry/morton_curve.h"

namespace intercusp {

std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw) {
  const std::vector<std::uint8_t> used = marked_anatomy(jaw);
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t vertex = 0; vertex < used.size(); ++vertex)
    if (used[vertex] != 0) vertices.push_back(vertex);
  return along_curve(jaw.mesh.vertices, vertices);
}

}  // namespace intercusp
