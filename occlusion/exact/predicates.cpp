#include "occlusion/exact/predicates.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace intercusp::exact {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 space(const Eigen::Vector3d& p) { return {p.x(), p.y(), p.z()}; }
Kernel::Point_2 plane(const Eigen::Vector2d& p) { return {p.x(), p.y()}; }

}  // namespace

int side_of_plane(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                  const Eigen::Vector3d& point) {
  return static_cast<int>(CGAL::orientation(space(a), space(b), space(c), space(point)));
}

int side_of_line(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& point) {
  return static_cast<int>(CGAL::orientation(plane(a), plane(b), plane(point)));
}

}  // namespace intercusp::exact
