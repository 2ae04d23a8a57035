// Small bites that tests build from shapes with answers known on paper.
#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/geometry/shapes.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/view.h"

namespace intercusp::testing {

constexpr double degree = std::numbers::pi / 180;

//! x to the patient's left, y posterior, z superior.
inline AnatomicalAxes lps_axes() {
  return {.superior = {0, 0, 1}, .anterior = {0, -1, 0}, .left = {1, 0, 0}};
}

inline Bite bite_of(TriangleMesh upper, TriangleMesh lower,
                    const Eigen::Isometry3d& upper_from_lower = Eigen::Isometry3d::Identity()) {
  return {.upper = std::make_shared<const Solid>(solid_of(std::move(upper))),
          .lower = std::make_shared<const Solid>(solid_of(std::move(lower))),
          .upper_from_lower = upper_from_lower};
}

inline View view_of(const Bite& bite, double pixel_mm = 0.05,
                    const Eigen::Vector3d& direction = Eigen::Vector3d::UnitZ()) {
  return fit_view(bite, orthographic(direction), pixel_mm);
}

//! Several bodies as the parts of one jaw.
inline TriangleMesh together(const std::vector<TriangleMesh>& parts) {
  TriangleMesh whole;
  for (const TriangleMesh& part : parts) append(whole, part);
  return whole;
}

//! A box over [0,10] × [0,10] between two heights; stacks of them form columns with a known order of layers.
inline TriangleMesh slab(double z_min, double z_max) { return shapes::box({0, 0, z_min}, {10, 10, z_max}); }

//! The body between two angles about the z axis (measured from x towards y) and two radii: its walls at the two angles
//! are plane and pass through the axis. Less than half a turn.
inline TriangleMesh wedge(double from_rad, double to_rad, double inner_mm = 40, double outer_mm = 50,
                          double z_min = 0, double z_max = 10) {
  const auto at = [](double radius, double angle) {
    return Eigen::Vector2d(radius * std::cos(angle), radius * std::sin(angle));
  };
  return shapes::prism(
      {at(inner_mm, from_rad), at(outer_mm, from_rad), at(outer_mm, to_rad), at(inner_mm, to_rad)}, z_min,
      z_max);
}

//! The outline in (x, z), counter-clockwise, drawn out along y.
inline TriangleMesh drawn_along_y(const std::vector<Eigen::Vector2d>& outline, double y_min, double y_max) {
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  return shapes::moved(shapes::prism(outline, -y_max, -y_min), stand_up);
}

//! The pixel whose centre is nearest to a point (u, v).
inline std::size_t pixel_at(const ClearanceMap& map, double u_mm, double v_mm) {
  const PixelGrid& grid = map.view.grid;
  const auto column = static_cast<int>(std::floor((u_mm - grid.u0_mm) / grid.pixel_mm));
  const auto row = static_cast<int>(std::floor((v_mm - grid.v0_mm) / grid.pixel_mm));
  return grid.index(column, row);
}

inline float least_clearance(const ClearanceMap& map) {
  float least = unlimited_clearance;
  for (const float clearance : map.clearance_mm) {
    if (clearance < least) least = clearance;
  }
  return least;
}

inline Eigen::Isometry3d random_pose(std::mt19937& random, double shift_mm) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> shift(-shift_mm, shift_mm);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  // Braces, not parentheses: every compiler then draws the numbers in their written order.
  pose.linear() = Eigen::Quaterniond{normal(random), normal(random), normal(random), normal(random)}
                      .normalized()
                      .toRotationMatrix();
  pose.translation() = Eigen::Vector3d{shift(random), shift(random), shift(random)};
  return pose;
}

//! A plate with a hook, drawn out along y: lies in x–z like the letter J, its tip pointing in +z.
inline TriangleMesh hook(double y_min, double y_max) {
  return drawn_along_y({{0, 0}, {6, 0}, {6, 5}, {5, 5}, {5, 1}, {1, 1}, {1, 8}, {0, 8}}, y_min, y_max);
}

}  // namespace intercusp::testing

namespace intercusp {
using testing::bite_of;
using testing::lps_axes;
using testing::together;
}  // namespace intercusp
