#include "occlusion/geometry/quadric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace intercusp {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Quadric, a_line_through_a_sphere_is_inside_for_one_chord) {
  const Quadric sphere = sphere_quadric({1, 2, 30}, 5);
  const auto ranges = ranges_inside(sphere, {4, 2, 0}, {0, 0, 1});  // 3 mm off the centre: half chord 4
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_NEAR(ranges[0].start, 26, 1e-12);
  EXPECT_NEAR(ranges[0].end, 34, 1e-12);
  EXPECT_TRUE(ranges_inside(sphere, {6.001, 2, 0}, {0, 0, 1}).empty());
}

TEST(Quadric, a_line_that_only_touches_is_not_inside) {
  EXPECT_TRUE(ranges_inside(sphere_quadric({0, 0, 0}, 5), {5, 0, 0}, {0, 0, 1}).empty());
}

TEST(Quadric, a_line_along_a_cylinder_is_inside_for_ever_or_never) {
  const Quadric cylinder = cylinder_quadric({3, 0, 0}, {0, 0, 7}, 2);
  const auto within = ranges_inside(cylinder, {4, 1, 0}, {0, 0, 1});
  ASSERT_EQ(within.size(), 1U);
  EXPECT_EQ(within[0].start, -infinity);
  EXPECT_EQ(within[0].end, infinity);
  EXPECT_TRUE(ranges_inside(cylinder, {6, 0, 0}, {0, 0, 1}).empty());
}

TEST(Quadric, a_double_cone_has_two_ranges_on_a_steep_line_beside_its_axis) {
  Quadric cone;  // x² + y² <= z²
  cone.q.diagonal() << 1, 1, -1, 0;
  const auto ranges = ranges_inside(cone, {2, 0, 0}, {0, 0, 1});
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].start, -infinity);
  EXPECT_NEAR(ranges[0].end, -2, 1e-12);
  EXPECT_NEAR(ranges[1].start, 2, 1e-12);
  EXPECT_EQ(ranges[1].end, infinity);
}

TEST(Quadric, a_paraboloid_is_entered_once_along_its_axis) {
  Quadric bowl;  // x² + y² - z <= 0
  bowl.q.diagonal() << 1, 1, 0, 0;
  bowl.q(2, 3) = bowl.q(3, 2) = -0.5;
  const auto up = ranges_inside(bowl, {3, 0, 0}, {0, 0, 1});
  ASSERT_EQ(up.size(), 1U);
  EXPECT_NEAR(up[0].start, 9, 1e-12);
  EXPECT_EQ(up[0].end, infinity);
  const auto down = ranges_inside(bowl, {3, 0, 0}, {0, 0, -1});
  ASSERT_EQ(down.size(), 1U);
  EXPECT_EQ(down[0].start, -infinity);
  EXPECT_NEAR(down[0].end, -9, 1e-12);
}

TEST(Quadric, the_ends_of_a_range_lie_on_the_moved_body) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> value(-10, 10);
  const auto vector = [&] { return Eigen::Vector3d(value(random), value(random), value(random)); };
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.rotate(Eigen::AngleAxisd(value(random), vector().normalized()));
    pose.pretranslate(vector());
    const Eigen::Vector3d on_axis = vector();
    const Eigen::Vector3d axis = vector().normalized();
    const Quadric cylinder = moved(cylinder_quadric(on_axis, axis, 3), pose);
    const Eigen::Vector3d origin = vector();
    const Eigen::Vector3d direction = vector().normalized();
    for (const DepthRange& range : ranges_inside(cylinder, origin, direction)) {
      for (const double depth : {range.start, range.end}) {
        const Eigen::Vector3d from_axis = pose.inverse() * (origin + depth * direction) - on_axis;
        EXPECT_NEAR(from_axis.cross(axis).norm(), 3, 1e-8) << "case " << i;
        ++hits;
      }
    }
  }
  EXPECT_GT(hits, 20);
}

}  // namespace
}  // namespace intercusp
