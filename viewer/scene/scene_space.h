// Where the scene lies: the ball that holds both jaws, the size of its pictures and their clip space.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/case/bite.h"
#include "viewer/app/camera.h"

namespace intercusp::viewer {

struct SceneSize {
  int width_px = 0, height_px = 0;
  bool operator==(const SceneSize&) const = default;
};

//! A ball in the case frame, mm.
struct Ball {
  Eigen::Vector3d centre{0, 0, 0};
  double radius_mm = 1;
};

//! Holds both jaws in a pose.
[[nodiscard]] Ball ball_of(const Bounds& upper, const Bounds& lower,
                           const Eigen::Isometry3d& upper_from_lower);

//! Clip from the camera's view: the picture's edges at ±1 (row 0, its top, at y = -1), near at z = -1 and far at +1.
//! \param moved_px shift of the picture by parts of a pixel, to smooth edges
[[nodiscard]] Eigen::Matrix4d clip_from_view(const Camera& camera, const SceneSize& size, double near_mm,
                                             double far_mm, const Eigen::Vector2d& moved_px);

}  // namespace intercusp::viewer
