#include "occlusion/geometry/sharp_edges.h"

#include <Eigen/Geometry>
#include <cmath>

#include "occlusion/geometry/adjacency.h"

namespace intercusp {
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
