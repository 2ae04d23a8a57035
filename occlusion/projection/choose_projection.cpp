#include "occlusion/projection/choose_projection.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/zlist/zlist_engine.h"

namespace intercusp {
namespace {

Bounds posed_bounds(const Solid& solid, const Eigen::Isometry3d& pose) {
  Bounds bounds;
  for (const Eigen::Vector3d& vertex : solid.mesh.vertices) bounds.add(pose * vertex);
  return bounds;
}

//! Normal of the largest wall of what two boxes have in common. Boxes that are apart grow until they meet.
Eigen::Vector3d largest_wall_normal(const Bounds& a, const Bounds& b) {
  const Eigen::Vector3d apart = (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0);
  const Eigen::Vector3d grow = Eigen::Vector3d::Constant(0.5 * apart.maxCoeff());
  const Eigen::Vector3d common =
      (a.max + grow).cwiseMin(b.max + grow) - (a.min - grow).cwiseMax(b.min - grow);
  Eigen::Index thinnest = 0;  // the largest wall is the one across the shortest edge
  common.minCoeff(&thinnest);
  return Eigen::Vector3d::Unit(thinnest);
}

//! Sum of area × normal over the faces named, in the case frame.
Eigen::Vector3d normal_sum(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
                           std::vector<std::int32_t> faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const std::int32_t face : faces)
    sum += face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face));
  return case_from_solid.linear() * sum;
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

Eigen::Vector3d refine_direction(const Bite& bite, const Eigen::Vector3d& direction) {
  constexpr double zone_mm =
      1.0;  // the collision zone: this near, or this much farther than the nearest place
  constexpr int pixels_across = 400;  // the mean of thousands of faces does not need each of them
  constexpr double settled = 0.5 * std::numbers::pi / 180;
  const double size = bounds_of(bite.upper->mesh).size().maxCoeff();
  Eigen::Vector3d current = direction.normalized();
  ZListEngine engine(bite.upper, bite.lower, {.facing_only = true});
  for (int round = 0; round < 5; ++round) {
    const MapFrame frame =
        fit_frame(bite, Projection::orthographic(current), std::max(size, 1e-6) / pixels_across);
    if (frame.grid.size() == 0) return current;
    const ClearanceMap& items = engine.compute(frame, bite.upper_from_lower);
    float nearest = unlimited_clearance;
    for (const float clearance : items.clearance_mm) {
      if (clearance < nearest) nearest = clearance;
    }
    const float zone = std::max(0.0F, nearest) + static_cast<float>(zone_mm);
    std::vector<std::int32_t> upper_faces, lower_faces;
    for (std::size_t i = 0; i < items.clearance_mm.size(); ++i) {
      if (!(items.clearance_mm[i] <= zone)) continue;
      if (items.upper_face[i] != no_face) upper_faces.push_back(items.upper_face[i]);
      if (items.lower_face[i] != no_face) lower_faces.push_back(items.lower_face[i]);
    }
    const Eigen::Vector3d sum =
        normal_sum(*bite.lower, bite.upper_from_lower, std::move(lower_faces)) -
        normal_sum(*bite.upper, Eigen::Isometry3d::Identity(), std::move(upper_faces));
    if (sum.norm() < 1e-9 || sum.dot(current) <= 0) return current;
    const Eigen::Vector3d next = sum.normalized();
    const double moved = std::acos(std::clamp(next.dot(current), -1.0, 1.0));
    current = next;
    if (moved < settled) break;
  }
  return current;
}

Projection choose_projection(const Bite& bite, const std::optional<Eigen::Vector3d>& direction,
                             const std::optional<AnatomicalAxes>& axes) {
  const Eigen::Vector3d down = axes ? axes->posterior() : Eigen::Vector3d::UnitY();
  if (direction) return Projection::orthographic(*direction, down);
  Eigen::Vector3d guess = guess_direction(bite);
  // Boxes of jaws that run through each other say little: 45° from superior is no view of a bite.
  constexpr double cos_45_degrees = 0.70711;
  if (axes && guess.dot(axes->superior) < cos_45_degrees) guess = axes->superior;
  return Projection::orthographic(refine_direction(bite, guess), down);
}

}  // namespace intercusp
