#include "occlusion/directions/choose_projection.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "occlusion/base/angles.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {
namespace {

Bounds posed_bounds(const Solid& solid, const Eigen::Isometry3d& pose) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(pose * vertex);
  return bounds;
}

//! Normal of the largest wall of the intersection of two boxes. Separate boxes grow until they meet.
Eigen::Vector3d largest_wall_normal(const Bounds& a, const Bounds& b) {
  const Eigen::Vector3d apart = (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0);
  const Eigen::Vector3d grow = Eigen::Vector3d::Constant(0.5 * apart.maxCoeff());
  const Eigen::Vector3d common =
      (a.max + grow).cwiseMin(b.max + grow) - (a.min - grow).cwiseMax(b.min - grow);
  Eigen::Index thinnest = 0;  // the largest wall is perpendicular to the shortest edge
  common.minCoeff(&thinnest);
  return Eigen::Vector3d::Unit(thinnest);
}

}  // namespace

Eigen::Vector3d guess_direction(const Bite& bite) {
  const Eigen::Isometry3d lower_from_upper = bite.upper_from_lower.inverse(Eigen::Isometry);
  const Bounds upper = bounds_of(bite.upper->mesh);
  const Bounds lower_in_case = posed_bounds(*bite.lower, bite.upper_from_lower);
  const Bounds lower = bounds_of(bite.lower->mesh);
  const Bounds upper_in_lower = posed_bounds(*bite.upper, lower_from_upper);

  const Eigen::Vector3d to_upper = upper.centre() - lower_in_case.centre();
  const auto turned = [&](const Eigen::Vector3d& normal) {
    return normal.dot(to_upper) < 0 ? Eigen::Vector3d(-normal) : normal;
  };
  const Eigen::Vector3d in_case = turned(largest_wall_normal(upper, lower_in_case));
  const Eigen::Vector3d in_lower =
      turned(bite.upper_from_lower.linear() * largest_wall_normal(lower, upper_in_lower));
  const Eigen::Vector3d sum = in_case + in_lower;
  return sum.norm() > 1e-6 ? Eigen::Vector3d(sum.normalized()) : in_case;
}

Eigen::Vector3d refine_direction(const Bite& bite, const Eigen::Vector3d& direction,
                                 MapEngine& items_engine) {
  constexpr int pixels_across = 400;  // a mean over thousands of faces does not need each of them
  constexpr double settled = 0.5 * rad_per_deg;
  const double size = bounds_of(bite.upper->mesh).size().maxCoeff();
  Eigen::Vector3d current = direction.normalized();
  for (int round = 0; round < 5; ++round) {
    const View view = fit_view(bite, orthographic(current), std::max(size, 1e-6) / pixels_across);
    if (view.grid.size() == 0) return current;
    const ClearanceMap& items = items_engine.compute(view, bite.upper_from_lower);
    const Eigen::Vector3d next = collision_zone_normal(items, bite);
    if (next.dot(current) <= 0) return current;
    const double moved = std::acos(std::clamp(next.dot(current), -1.0, 1.0));
    current = next;
    if (moved < settled) break;
  }
  return current;
}

Eigen::Isometry3d choose_projection(const Bite& bite, const std::optional<Eigen::Vector3d>& direction,
                                    const std::optional<AnatomicalAxes>& axes, MapEngine& items) {
  const Eigen::Vector3d down = axes ? axes->posterior() : Eigen::Vector3d::UnitY();
  if (direction) return orthographic(*direction, down);
  Eigen::Vector3d guess = guess_direction(bite);
  // The boxes of jaws that run through each other mislead: a bite is not viewed at 45° from superior.
  constexpr double cos_45_degrees = 0.70711;
  if (axes && guess.dot(axes->superior) < cos_45_degrees) guess = axes->superior;
  return orthographic(refine_direction(bite, guess, items), down);
}

}  // namespace intercusp
