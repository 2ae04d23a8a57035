#include "occlusion/particles/impact_map.h"

#include <algorithm>
#include <cmath>

#include "occlusion/base/limits.h"

namespace intercusp {
std::size_t pixel_at(const PixelGrid& grid, const Eigen::Vector2d& place) {
  const auto number = [&](double mm, int pixels) {
    return static_cast<int>(std::clamp(std::floor(mm / grid.pixel_mm), 0.0, pixels - 1.0));
  };
  return grid.index(number(place.x() - grid.u0_mm, grid.width), number(place.y() - grid.v0_mm, grid.height));
}

Eigen::Vector3d down_of_view_along(const Eigen::Vector3d& direction) {
  return std::abs(direction.z()) > 0.9 ? Eigen::Vector3d(Eigen::Vector3d::UnitY())
                                       : Eigen::Vector3d(-Eigen::Vector3d::UnitZ());
}

ImpactMap empty_impact_map(const TriangleMesh& mesh, const Eigen::Vector3d& direction, int longest_px) {
  const Eigen::Isometry3d view_from_case = orthographic(direction, down_of_view_along(direction));
  Bounds seen;
  for (const Eigen::Vector3d& vertex : mesh.vertices) seen.add(view_from_case * vertex);
  const Eigen::Vector2d low = seen.min.head<2>(), high = seen.max.head<2>();
  const double pixel_mm = std::max((high - low).maxCoeff(), limits::least_size_mm) / longest_px;
  return {.view = view_of_window(view_from_case, low, high, pixel_mm),
          .near_mm = seen.min.z(),
          .far_mm = seen.max.z(),
          .facing = {},
          .averted = {}};
}

void add_impact(ImpactMap& map, const Impact& impact) {
  const bool averted = impact.normal.dot(map.view.direction()) > 0;
  const Eigen::Vector3d in_view = map.view.view_from_case * impact.point;
  ImpactPlace& place = (averted ? map.averted : map.facing)[pixel_at(map.view.grid, in_view.head<2>())];
  if (place.hits == 0 || impact.time_s < place.first_s) {
    place.first_s = impact.time_s;
    place.speed_mm_s = impact.speed_mm_s();
    place.depth_mm = in_view.z();
  }
  ++place.hits;
}

}  // namespace intercusp
