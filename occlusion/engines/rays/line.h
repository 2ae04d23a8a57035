// A straight line and a family of parallel ones: the trajectories of an orthographic projection.
//
// Internal to occlusion/engines/rays.
#pragma once

#include <Eigen/Geometry>

namespace intercusp::rays {

//! Points origin + depth·direction for every depth, before the origin as well as behind it; mm.
struct Line {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;  //!< unit length
};

//! The line through (u, v) of a picture plane, in the frame of the body that it is tested against.
[[nodiscard]] inline Line line_at(const Eigen::Isometry3d& body_from_view, double u_mm, double v_mm) {
  return {body_from_view * Eigen::Vector3d(u_mm, v_mm, 0), body_from_view.linear().col(2)};
}

}  // namespace intercusp::rays
