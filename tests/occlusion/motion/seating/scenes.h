// Bodies whose resting place is known on paper.
#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "tests/support/bites.h"

namespace intercusp::testing {

//! Three balls of 2 mm radius on a circle, centres at z = 0; a mesh's vertices lie on them.
inline TriangleMesh three_balls(double circle_mm, int rings = 60) {
  std::vector<TriangleMesh> balls;
  for (int i = 0; i < 3; ++i) {
    const double angle = 2 * std::numbers::pi * i / 3;
    balls.push_back(shapes::sphere({circle_mm * std::cos(angle), circle_mm * std::sin(angle), 0}, 2, rings));
  }
  return together(balls);
}

//! Three grooves in a ceiling, with walls at 45°, each running out from the middle: a Kelvin (Maxwell) mount, in which
//! three balls fit in exactly one place. A ball of radius r touches both walls if its centre lies r·√2 below the ridge
//! line of the groove, at z = `ridge_mm`.
inline TriangleMesh three_grooves(double circle_mm, double ridge_mm) {
  // Drawn in the plane (y, z) and run along x: a bar with a V cut into its lower side.
  const std::vector<Eigen::Vector2d> outline = {
      {-4, ridge_mm - 3.5}, {-3.5, ridge_mm - 3.5}, {0, ridge_mm},     {3.5, ridge_mm - 3.5},
      {4, ridge_mm - 3.5},  {4, ridge_mm + 2},      {-4, ridge_mm + 2}};
  const TriangleMesh drawn = shapes::prism(outline, circle_mm - 4, circle_mm + 4);
  Eigen::Isometry3d lie = Eigen::Isometry3d::Identity();
  lie.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // (y, z, x) → (x, y, z)
  std::vector<TriangleMesh> grooves;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Isometry3d turn(Eigen::AngleAxisd(2 * std::numbers::pi * i / 3, Eigen::Vector3d::UnitZ()));
    grooves.push_back(shapes::moved(drawn, turn * lie));
  }
  return together(grooves);
}

//! A shift and a turn of at most that much about each axis, about the origin.
inline Eigen::Isometry3d small_pose(std::mt19937& random, double shift_mm, double turn_deg) {
  const auto any = [&](double most) {
    return most * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1);
  };
  const double turn_rad = turn_deg * std::numbers::pi / 180;
  const Eigen::Vector3d shift(any(shift_mm), any(shift_mm), any(shift_mm));
  const Eigen::Vector3d turn(any(turn_rad), any(turn_rad), any(turn_rad));
  return Eigen::Translation3d(shift) * Eigen::AngleAxisd(turn.norm(), turn.norm() > 0
                                                                          ? Eigen::Vector3d(turn.normalized())
                                                                          : Eigen::Vector3d::UnitX().eval());
}

}  // namespace intercusp::testing
