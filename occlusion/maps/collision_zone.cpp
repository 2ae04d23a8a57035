#include "occlusion/maps/collision_zone.h"

#include <algorithm>

namespace intercusp {
namespace {

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

Eigen::Vector3d collision_zone_normal(const ClearanceMap& items, const Bite& bite,
                                      const std::function<bool(std::size_t)>& counts) {
  float nearest = unlimited_clearance;
  for (std::size_t i = 0; i < items.clearance_mm.size(); ++i) {
    if (items.clearance_mm[i] < nearest && (!counts || counts(i))) nearest = items.clearance_mm[i];
  }
  const float zone = std::max(0.0F, nearest) + static_cast<float>(collision_zone_mm);
  std::vector<std::int32_t> upper_faces, lower_faces;
  for (std::size_t i = 0; i < items.clearance_mm.size(); ++i) {
    if (!(items.clearance_mm[i] <= zone) || (counts && !counts(i))) continue;
    if (items.upper_face[i] != no_face) upper_faces.push_back(items.upper_face[i]);
    if (items.lower_face[i] != no_face) lower_faces.push_back(items.lower_face[i]);
  }
  const Eigen::Vector3d sum = normal_sum(*bite.lower, bite.upper_from_lower, std::move(lower_faces)) -
                              normal_sum(*bite.upper, Eigen::Isometry3d::Identity(), std::move(upper_faces));
  return sum.norm() < 1e-9 ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : Eigen::Vector3d(sum.normalized());
}

}  // namespace intercusp
