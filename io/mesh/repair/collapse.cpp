#include "io/mesh/repair/steps.h"

#include <algorithm>
#include <numeric>

namespace intercusp::repair {
namespace {

std::uint32_t root_of(std::vector<std::uint32_t>& moved_to, std::uint32_t vertex) {
  while (moved_to[vertex] != vertex) {
    moved_to[vertex] = moved_to[moved_to[vertex]];
    vertex = moved_to[vertex];
  }
  return vertex;
}

bool has_equal_corners(const Face& face) {
  return face[0] == face[1] || face[1] == face[2] || face[2] == face[0];
}

//! The corner between the two others, and the nearer of those.
std::pair<std::uint32_t, std::uint32_t> middle_and_nearer(const WorkingMesh& mesh, const Face& face) {
  std::array<double, 3> opposite_edge;
  for (std::size_t i = 0; i < 3; ++i) {
    opposite_edge[i] = (mesh.vertices[face[(i + 1) % 3]] - mesh.vertices[face[(i + 2) % 3]]).squaredNorm();
  }
  const auto middle = static_cast<std::size_t>(std::max_element(opposite_edge.begin(), opposite_edge.end()) -
                                               opposite_edge.begin());
  const std::size_t one = (middle + 1) % 3;
  const std::size_t other = (middle + 2) % 3;
  return {face[middle], face[opposite_edge[other] <= opposite_edge[one] ? one : other]};
}

}  // namespace

bool has_no_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  // A point rounded to doubles lies up to an ulp of its coordinates beside its line: the height of the
  // triangle is that much, its double area that times the longest edge. The products of the cross product
  // round as well.
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const Eigen::Vector3d ab = b - a;
  const Eigen::Vector3d ac = c - a;
  const double longest = std::max({ab.norm(), ac.norm(), (c - b).norm()});
  const double coordinate =
      std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
  return !(ab.cross(ac).norm() > rounding * longest * (longest + coordinate));
}

void collapse_faces_without_area(WorkingMesh& mesh, RepairCounts& counts) {
  std::vector<std::uint32_t> moved_to;
  for (bool moved = true; moved;) {
    moved = false;
    for (const Face& face : mesh.faces) {
      if (!has_no_area(mesh.vertices[face[0]], mesh.vertices[face[1]], mesh.vertices[face[2]])) continue;
      if (moved_to.empty()) {
        moved_to.resize(mesh.vertices.size());
        std::iota(moved_to.begin(), moved_to.end(), 0U);
      }
      moved = true;
      const Face now = {root_of(moved_to, face[0]), root_of(moved_to, face[1]), root_of(moved_to, face[2])};
      if (has_equal_corners(now) ||
          !has_no_area(mesh.vertices[now[0]], mesh.vertices[now[1]], mesh.vertices[now[2]])) {
        continue;
      }
      const auto [middle, nearer] = middle_and_nearer(mesh, now);
      moved_to[middle] = nearer;
    }
    if (!moved) break;
    for (Face& face : mesh.faces) {
      for (std::uint32_t& v : face) v = root_of(moved_to, v);
    }
    counts.collapsed_faces += std::erase_if(mesh.faces, has_equal_corners);
  }
}

}  // namespace intercusp::repair
