#include "occlusion/case/crowns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "occlusion/base/nth_smallest.h"

namespace intercusp {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t bins = 45;  // of 4°, which is a third of a tooth

//! Greatest distance from a point in each direction of the front half; negative if nothing lies there.
std::array<double, bins> outline(const std::vector<CrownPoint>& points, const Eigen::Vector2d& middle) {
  std::array<double, bins> radius{};
  radius.fill(-infinity);
  for (const CrownPoint& point : points) {
    const Eigen::Vector2d out = point.along.head<2>() - middle;
    if (out.y() < 0) continue;
    const double angle = std::atan2(out.y(), out.x());
    const auto bin = std::min(bins - 1, static_cast<std::size_t>(angle / std::numbers::pi * bins));
    radius[bin] = std::max(radius[bin], out.norm());
  }
  return radius;
}

}  // namespace

std::vector<CrownPoint> crown_points(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                     const AnatomicalAxes& axes, Jaw which) {
  constexpr double crown_height_mm = 5;
  const Eigen::Matrix3d rows = axes.anatomical_from_case();
  const double towards_bite = which == Jaw::upper ? -1 : 1;
  std::vector<std::uint32_t> faces(jaw.mesh.vertices.size(), 0);
  for (std::size_t face = 0; face < jaw.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : jaw.mesh.faces[face]) ++faces[vertex];
  }
  const auto for_each_vertex = [&](const auto& use) {
    for (std::size_t vertex = 0; vertex < faces.size(); ++vertex) {
      const Eigen::Vector3d& own = jaw.mesh.vertices[vertex];
      if (faces[vertex] > 0) use(CrownPoint{rows * (case_from_jaw * own), own, faces[vertex]});
    }
  };
  double highest = -infinity;
  for_each_vertex([&](const CrownPoint& p) { highest = std::max(highest, towards_bite * p.along.z()); });
  std::vector<CrownPoint> points;
  for_each_vertex([&](const CrownPoint& p) {
    if (towards_bite * p.along.z() >= highest - crown_height_mm) points.push_back(p);
  });
  return points;
}

double upper_reach_mm(const Bite& bite, const AnatomicalAxes& axes) {
  const auto upper = crown_points(*bite.upper, Eigen::Isometry3d::Identity(), axes, Jaw::upper);
  const auto lower = crown_points(*bite.lower, bite.upper_from_lower, axes, Jaw::lower);
  Eigen::AlignedBox2d both;
  for (const auto* points : {&upper, &lower}) {
    for (const CrownPoint& point : *points) both.extend(Eigen::Vector2d(point.along.head<2>()));
  }
  // A third of the way from the back, so that the sides are seen across.
  const Eigen::Vector2d middle(both.center().x(), both.min().y() + both.sizes().y() / 3);
  const auto upper_outline = outline(upper, middle), lower_outline = outline(lower, middle);
  std::vector<double> beyond;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (upper_outline[bin] > 0 && lower_outline[bin] > 0)
      beyond.push_back(upper_outline[bin] - lower_outline[bin]);
  }
  if (beyond.empty()) return 0;
  return nth_smallest(beyond, beyond.size() / 2);
}

}  // namespace intercusp
