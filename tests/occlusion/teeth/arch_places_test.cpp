#include "occlusion/teeth/arch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>

namespace intercusp {
namespace {

//! A horseshoe of half a circle of 25 mm and straight ends, each of 15 mm.
ArchPath horseshoe() {
  ArchPath arch{.origin = {3, -2, 7},
                .up = {0, 0, 1},
                .right = {1, 0, 0},
                .front = {0, 1, 0},
                .points = {},
                .step_mm = 0.5};
  constexpr double radius_mm = 25, straight_mm = 15;
  const double arc_mm = std::numbers::pi * radius_mm;
  for (double at = 0; at <= arc_mm + 2 * straight_mm; at += arch.step_mm) {
    const double angle = std::clamp((at - straight_mm) / radius_mm, 0.0, std::numbers::pi);
    const double y = at < straight_mm ? at - straight_mm : std::min(0.0, straight_mm + arc_mm - at);
    arch.points.emplace_back(-radius_mm * std::cos(angle), radius_mm * std::sin(angle) + y);
  }
  return arch;
}

//! Every segment looked at, ends longer than any point is far.
double distance_mm(const ArchPath& arch, const Eigen::Vector2d& p) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < arch.points.size(); ++i) {
    const Eigen::Vector2d along = arch.points[i + 1] - arch.points[i];
    const double low = i == 0 ? -1e4 : 0, high = i + 2 == arch.points.size() ? 1e4 : 1;
    const double u = std::clamp(along.dot(p - arch.points[i]) / along.squaredNorm(), low, high);
    nearest = std::min(nearest, (arch.points[i] + u * along - p).norm());
  }
  return nearest;
}

TEST(ArchPlaces, are_at_the_nearest_part_of_the_path_near_and_far) {
  const ArchPath arch = horseshoe();
  const ArchPlaces place(arch);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> anywhere(-70, 70);
  for (int trial = 0; trial < 20000; ++trial) {
    const Eigen::Vector3d point(anywhere(random), anywhere(random), anywhere(random));
    const ArchPoint found = place(point);
    const Eigen::Vector3d local = point - arch.origin;
    EXPECT_NEAR(std::abs(found.across_mm), distance_mm(arch, local.head<2>()), 1e-3) << point.transpose();
    EXPECT_DOUBLE_EQ(found.height_mm, local.z());
  }
}

TEST(ArchPlaces, grow_along_the_path_and_are_positive_outside_it) {
  const ArchPath arch = horseshoe();
  const ArchPlaces place(arch);
  const ArchPoint lips = place({3, -2 + 30, 7}), palate = place({3, -2 + 20, 7});
  EXPECT_NEAR(lips.along_mm, 0.5 * arch.length_mm(), 0.5);
  EXPECT_NEAR(lips.across_mm, 5, 0.01);
  EXPECT_NEAR(palate.across_mm, -5, 0.01);
  // Both ends go on straight.
  EXPECT_NEAR(place({3 - 25, -2 - 15 - 40, 7}).along_mm, -40, 0.1);
  EXPECT_NEAR(place({3 + 25, -2 - 15 - 40, 7}).along_mm, arch.length_mm() + 40, 1.5);
}

}  // namespace
}  // namespace intercusp
