#include "occlusion/geometry/sharp_edges.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstddef>

namespace intercusp {
namespace {

struct EdgeOfFace {
  Edge edge;
  std::uint32_t face;
};

std::vector<EdgeOfFace> edges_of_faces(const TriangleMesh& mesh) {
  std::vector<EdgeOfFace> edges;
  edges.reserve(mesh.faces.size() * 3);
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto [low, high] = std::minmax(mesh.faces[face][corner], mesh.faces[face][(corner + 1) % 3]);
      edges.push_back({{low, high}, face});
    }
  }
  std::sort(edges.begin(), edges.end(),
            [](const EdgeOfFace& a, const EdgeOfFace& b) { return a.edge < b.edge; });
  return edges;
}

bool in_one_wall(const TriangleMesh& mesh, std::uint32_t face, std::uint32_t neighbour) {
  const Eigen::Vector3d a = face_normal_twice_area(mesh, face);
  const Eigen::Vector3d b = face_normal_twice_area(mesh, neighbour);
  return a.dot(b) > 0 && a.cross(b).norm() < std::sin(flat_edge_rad) * a.norm() * b.norm();
}

}  // namespace

std::vector<Edge> sharp_edges(const TriangleMesh& mesh) {
  const std::vector<EdgeOfFace> edges = edges_of_faces(mesh);
  std::vector<Edge> sharp;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].edge == edges[begin].edge) ++end;
    const bool flat = end - begin == 2 && in_one_wall(mesh, edges[begin].face, edges[begin + 1].face);
    if (!flat) sharp.push_back(edges[begin].edge);
  }
  return sharp;
}

}  // namespace intercusp
