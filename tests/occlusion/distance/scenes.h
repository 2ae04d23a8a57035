// Bites whose surface distances are known on paper.
#pragma once

#include <cmath>
#include <numbers>

#include "tests/support/bites.h"

namespace intercusp::testing {

constexpr double wall_angle_rad = 80 * std::numbers::pi / 180;

//! A wedge of the lower with a wall at 80°, 3 mm wide, and the upper against that wall, pushed into it by
//! `depth_mm` straight across. Seen along z the overlap is depth/cos 80°, 5.76 times as long.
inline Bite pushed_walls(double depth_mm) {
  const double slope = std::tan(wall_angle_rad);
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  const auto drawn = [&](const std::vector<Eigen::Vector2d>& outline) {
    return shapes::moved(shapes::prism(outline, -3, 0), stand_up);
  };
  // The wall runs from (0, 0) to (1, slope); the lower lies right of it, the upper left.
  const TriangleMesh lower = drawn({{0, 0}, {3, 0}, {3, slope}, {1, slope}});
  const TriangleMesh upper = drawn({{0, 0}, {1, slope}, {-2, slope}, {-2, 0}});
  Eigen::Isometry3d push = Eigen::Isometry3d::Identity();
  const Eigen::Vector3d towards_upper(-std::sin(wall_angle_rad), 0, std::cos(wall_angle_rad));
  push.translation() = depth_mm * towards_upper;
  return bite_of(upper, lower, push);
}

//! A flat scan of the upper, 10 × 10 mm at z = 0 with its bite side down, closed by import's means: four
//! walls and a lid 5 mm above. Only the plate is anatomy.
inline Solid closed_scan() {
  TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 5});
  std::stable_partition(box.faces.begin(), box.faces.end(), [&](const Face& face) {
    return std::all_of(face.begin(), face.end(), [&](auto vertex) { return box.vertices[vertex].z() == 0; });
  });
  Solid solid = solid_of(std::move(box));
  solid.anatomy_faces = 2;
  return solid;
}

}  // namespace intercusp::testing
