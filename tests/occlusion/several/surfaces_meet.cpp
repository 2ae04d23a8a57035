#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include <vector>

#include "tests/occlusion/several/other_depth.h"

namespace intercusp::testing {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;

std::vector<Kernel::Triangle_3> triangles_of(const TriangleMesh& mesh) {
  const auto point = [&](std::uint32_t vertex) {
    const Eigen::Vector3d& p = mesh.vertices[vertex];
    return Kernel::Point_3(p.x(), p.y(), p.z());
  };
  std::vector<Kernel::Triangle_3> triangles;
  for (const auto& [a, b, c] : mesh.faces) triangles.emplace_back(point(a), point(b), point(c));
  return triangles;
}

}  // namespace

bool surfaces_meet(const TriangleMesh& a, const TriangleMesh& b) {
  const std::vector<Kernel::Triangle_3> of_a = triangles_of(a), of_b = triangles_of(b);
  for (const auto& first : of_a) {
    for (const auto& second : of_b) {
      if (CGAL::do_overlap(first.bbox(), second.bbox()) && CGAL::do_intersect(first, second)) return true;
    }
  }
  return false;
}

}  // namespace intercusp::testing
