// Bodies about an axis, and the crossings of a circle about it, by brute force.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "occlusion/motion/motion.h"
#include "tests/support/bites.h"

namespace intercusp::testing {

inline Motion turn_about_z(double limit_rad) {
  return Motion::turn(Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitZ(), limit_rad);
}

//! Where a circle about the x axis of a frame crosses a body.
struct Crossings {
  std::vector<double> entered_rad, left_rad;
};

//! Intersects the circle with the plane of every face and tests barycentric coordinates.
inline Crossings crossings(const TriangleMesh& mesh, const Eigen::Isometry3d& hinge_from_mesh, double x_mm,
                           double radius_mm) {
  Crossings found;
  for (const Face& face : mesh.faces) {
    const Eigen::Vector3d a = hinge_from_mesh * mesh.vertices[face[0]];
    const Eigen::Vector3d b = hinge_from_mesh * mesh.vertices[face[1]];
    const Eigen::Vector3d c = hinge_from_mesh * mesh.vertices[face[2]];
    if (x_mm < std::min({a.x(), b.x(), c.x()}) || x_mm > std::max({a.x(), b.x(), c.x()})) continue;
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    const double amplitude = radius_mm * std::hypot(normal.y(), normal.z());
    const double rest = normal.dot(a) - normal.x() * x_mm;
    if (!(std::abs(rest) < amplitude)) continue;
    for (const double side : {-1.0, 1.0}) {
      const double angle = std::atan2(normal.z(), normal.y()) + side * std::acos(rest / amplitude);
      const Eigen::Vector3d p(x_mm, radius_mm * std::cos(angle), radius_mm * std::sin(angle));
      const double in_a = normal.dot((c - b).cross(p - b)), in_b = normal.dot((a - c).cross(p - c)),
                   in_c = normal.dot((b - a).cross(p - a));
      if (in_a < 0 || in_b < 0 || in_c < 0) continue;
      const Eigen::Vector3d along(0, -std::sin(angle), std::cos(angle));
      (normal.dot(along) < 0 ? found.entered_rad : found.left_rad).push_back(angle);
    }
  }
  return found;
}

//! Whether an angle lies inside a body: the circle's next crossing is an exit.
inline bool is_inside(const Crossings& body, double angle) {
  const auto next = [&](const std::vector<double>& events) {
    double least = 7;
    for (const double event : events) {
      const double ahead = std::remainder(event - angle - std::numbers::pi, 2 * std::numbers::pi);
      least = std::min(least, ahead + std::numbers::pi);
    }
    return least;
  };
  return next(body.left_rad) < next(body.entered_rad);
}

//! How far the lower turns at one circle until it meets the upper; empty if it meets nothing, if they overlap, or if
//! the circle grazes an edge. \pre each jaw is one body
inline std::optional<double> remaining_by_brute_force(const Bite& bite,
                                                      const Eigen::Isometry3d& hinge_from_case, double x_mm,
                                                      double radius_mm) {
  const Crossings upper = crossings(bite.upper->mesh, hinge_from_case, x_mm, radius_mm);
  const Crossings lower =
      crossings(bite.lower->mesh, hinge_from_case * bite.upper_from_lower, x_mm, radius_mm);
  if (upper.entered_rad.size() != upper.left_rad.size() ||
      lower.entered_rad.size() != lower.left_rad.size() || upper.entered_rad.empty() ||
      lower.left_rad.empty())
    return std::nullopt;
  for (const double angle : lower.left_rad) {
    if (is_inside(upper, angle)) return std::nullopt;
  }
  for (const double angle : upper.left_rad) {
    if (is_inside(lower, angle)) return std::nullopt;
  }
  double least = 7;
  for (const double from : lower.left_rad) {
    for (const double to : upper.entered_rad) {
      least = std::min(least,
                       std::remainder(to - from - std::numbers::pi, 2 * std::numbers::pi) + std::numbers::pi);
    }
  }
  return least;
}

//! Two bodies at a distance from an axis, in an arbitrary pose of the case frame.
struct HingeScene {
  Bite bite;
  Motion motion;
};

inline TriangleMesh random_body(std::mt19937& random, double size_mm) {
  std::uniform_int_distribution<int> kind(0, 2);
  switch (kind(random)) {
    case 0:
      return shapes::sphere({0, 0, 0}, size_mm, 12);
    case 1:
      return shapes::torus({0, 0, 0}, {0, 0, 1}, size_mm, 0.4 * size_mm, 24, 12);
    default:
      return shapes::box({-size_mm, -0.6 * size_mm, -0.8 * size_mm}, {size_mm, 0.6 * size_mm, 0.8 * size_mm});
  }
}

inline HingeScene random_hinge_scene(std::mt19937& random, double limit_rad) {
  std::uniform_real_distribution<double> size(3, 7), radius(20, 60), along(-3, 3), share(0, 1);
  const double distance_mm = radius(random);
  const double start = 2 * std::numbers::pi * share(random);
  const auto place = [&](double angle) {
    Eigen::Isometry3d pose = random_pose(random, 0);
    pose.pretranslate(Eigen::Vector3d(distance_mm + along(random), 0, along(random)));
    return Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()) * pose;
  };
  const Eigen::Isometry3d case_from_hinge = random_pose(random, 30);
  const Eigen::Isometry3d upper = case_from_hinge * place(start + 0.6 + 4 * share(random));
  const Eigen::Isometry3d lower = case_from_hinge * place(start);
  const Eigen::Isometry3d upper_from_lower = random_pose(random, 20);
  return {
      .bite = bite_of(shapes::moved(random_body(random, size(random)), upper),
                      shapes::moved(random_body(random, size(random)), upper_from_lower.inverse() * lower),
                      upper_from_lower),
      .motion = Motion::turn(case_from_hinge.translation(), case_from_hinge.linear().col(2), limit_rad)};
}

}  // namespace intercusp::testing
