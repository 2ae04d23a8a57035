#include "occlusion/maps/collision_zone.h"

#include <algorithm>
#include <cmath>

namespace intercusp {
namespace {

//! The face's area under a pixel of area 1, times its normal. A wall steeper than 70° counts as one of 70°: otherwise
//! its few pixels would weigh so much that the result depended on their positions.
Eigen::Vector3d area_under_pixel(const Solid& solid, std::int32_t face, const Eigen::Vector3d& direction) {
  constexpr double least_cosine = 0.34;
  const Eigen::Vector3d normal =
      face_normal_twice_area(solid.mesh, static_cast<std::size_t>(face)).normalized();
  return normal / std::max(std::abs(normal.dot(direction)), least_cosine);
}

}  // namespace

Eigen::Vector3d collision_zone_normal(const ClearanceMap& items, const Bite& bite,
                                      const std::function<bool(std::size_t)>& counts) {
  float nearest = unlimited_clearance;
  for (std::size_t i = 0; i < items.clearance_mm.size(); ++i) {
    if (items.clearance_mm[i] < nearest && (!counts || counts(i))) nearest = items.clearance_mm[i];
  }
  const float zone = std::max(0.0F, nearest) + static_cast<float>(collision_zone_mm);
  const Eigen::Vector3d direction = items.view.direction();
  const Eigen::Matrix3d case_from_lower = bite.upper_from_lower.linear();
  const Eigen::Vector3d direction_in_lower = case_from_lower.transpose() * direction;
  Eigen::Vector3d upper = Eigen::Vector3d::Zero(), lower = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < items.clearance_mm.size(); ++i) {
    if (!(items.clearance_mm[i] <= zone) || (counts && !counts(i))) continue;
    if (items.upper_face[i] != no_face)
      upper += area_under_pixel(*bite.upper, items.upper_face[i], direction);
    if (items.lower_face[i] != no_face)
      lower += area_under_pixel(*bite.lower, items.lower_face[i], direction_in_lower);
  }
  const Eigen::Vector3d sum = case_from_lower * lower - upper;
  return sum.norm() < 1e-9 ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : Eigen::Vector3d(sum.normalized());
}

}  // namespace intercusp
