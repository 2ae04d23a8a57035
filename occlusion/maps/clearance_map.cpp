#include "occlusion/maps/clearance_map.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/free_memory.h"

namespace intercusp {

ClearanceMap ClearanceMap::empty(const View& view) {
  ClearanceMap map;
  map.clear(view);
  return map;
}

void ClearanceMap::clear(const View& new_view) {
  const std::size_t n = new_view.grid.size();
  // Bytes of all arrays below. Small maps are not checked, because the check itself takes time.
  constexpr std::size_t a_pixel = 22, large = 1 << 22;
  if (n > large && n > clearance_mm.capacity()) need_memory(a_pixel * n);
  view = new_view;
  clearance_mm.assign(n, no_clearance);
  overlap_mm.assign(n, 0.0F);
  upper_face.assign(n, no_face);
  lower_face.assign(n, no_face);
  coverage.assign(n, Coverage::none);
  state.assign(n, PixelState::outside);
  resolved_by.assign(n, Stage::none);
  valued_by.assign(n, Stage::none);
  upper_intervals.assign(n, 0);
  lower_intervals.assign(n, 0);
}

MapCounts& MapCounts::operator+=(const MapCounts& other) {
  both += other.both;
  upper_only += other.upper_only;
  lower_only += other.lower_only;
  not_anatomy += other.not_anatomy;
  interfering += other.interfering;
  pass1 += other.pass1;
  pass2 += other.pass2;
  layers += other.layers;
  rays += other.rays;
  upper_pi_convex += other.upper_pi_convex;
  lower_pi_convex += other.lower_pi_convex;
  return *this;
}

MapCounts count_pixels(const ClearanceMap& map) {
  MapCounts counts;
  for (std::size_t i = 0; i < map.coverage.size(); ++i) {
    counts.both += map.coverage[i] == Coverage::both;
    counts.upper_only += map.coverage[i] == Coverage::upper_only;
    counts.lower_only += map.coverage[i] == Coverage::lower_only;
    counts.not_anatomy += map.state[i] == PixelState::not_anatomy;
    counts.interfering += map.state[i] == PixelState::interfering;
    counts.pass1 += map.resolved_by[i] == Stage::pass1;
    counts.pass2 += map.resolved_by[i] == Stage::pass2;
    counts.layers += map.resolved_by[i] == Stage::layers;
    counts.rays += map.resolved_by[i] == Stage::rays;
    counts.upper_pi_convex += map.upper_intervals[i] == 1;
    counts.lower_pi_convex += map.lower_intervals[i] == 1;
  }
  return counts;
}

namespace {

//! Area of the face under a pixel of area 1, times its normal. A wall steeper than 70° counts as one of 70°.
//! Otherwise its few pixels would weigh so much that the result depended on their positions.
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
