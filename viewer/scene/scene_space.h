// Where the scene lies: the ball that holds both jaws, and the clip space of its pictures.
#pragma once

#include <Eigen/Geometry>

#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {

//! Of the case frame, mm.
struct Ball {
  Eigen::Vector3d centre{0, 0, 0};
  double radius_mm = 1;
};

//! Holds all of both jaws in a pose.
[[nodiscard]] Ball ball_of(const Bite& bite, const Eigen::Isometry3d& upper_from_lower);

//! Clip from the camera's view: the picture's edges at ±1 (row 0, its top, at y = -1), near at z = -1 and far
//! at +1. \param moved_px by which the picture lies beside its place: parts of a pixel, to smooth edges
[[nodiscard]] Eigen::Matrix4d clip_from_view(const Camera& camera, const SceneSize& size, double near_mm,
                                             double far_mm, const Eigen::Vector2d& moved_px);

}  // namespace intercusp::viewer
