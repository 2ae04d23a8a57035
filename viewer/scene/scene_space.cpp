#include "viewer/scene/scene_space.h"

#include <algorithm>

namespace intercusp::viewer {

Ball ball_of(const Bounds& upper, const Bounds& lower, const Eigen::Isometry3d& upper_from_lower) {
  const Eigen::Vector3d a = upper.centre(), b = upper_from_lower * lower.centre();
  return {(a + b) / 2, (a - b).norm() / 2 + std::max(upper.size().norm(), lower.size().norm()) / 2 + 1};
}

Eigen::Matrix4d clip_from_view(const Camera& camera, const SceneSize& size, double near_mm, double far_mm,
                               const Eigen::Vector2d& moved_px) {
  const double half_height = camera.height_mm / 2, half_width = half_height * size.width_px / size.height_px;
  Eigen::Matrix4d clip = Eigen::Matrix4d::Identity();
  clip(0, 0) = 1 / half_width;
  clip(1, 1) = 1 / half_height;
  clip(2, 2) = 2 / (far_mm - near_mm);
  clip(0, 3) = 2 * moved_px.x() / size.width_px;
  clip(1, 3) = 2 * moved_px.y() / size.height_px;
  clip(2, 3) = -(far_mm + near_mm) / (far_mm - near_mm);
  return clip;
}

}  // namespace intercusp::viewer
