#include "occlusion/view/projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "occlusion/geometry/shapes.h"
#include "occlusion/view/map_frame.h"

namespace intercusp {
namespace {

Eigen::Vector3d random_point(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> coordinate(-size, size);
  return {coordinate(random), coordinate(random), coordinate(random)};
}

TEST(Projection, along_superior_keeps_the_axes_of_the_case) {
  const Projection projection = Projection::orthographic({0, 0, 2});
  EXPECT_TRUE(projection.map({1, 2, 3}).isApprox(Eigen::Vector3d(1, 2, 3)));
}

TEST(Projection, orthographic_maps_are_rigid_and_come_back) {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const Projection projection = Projection::orthographic(random_point(random, 1));
    const Eigen::Vector3d a = random_point(random, 50);
    const Eigen::Vector3d b = random_point(random, 50);
    EXPECT_NEAR((projection.map(a) - projection.map(b)).norm(), (a - b).norm(), 1e-10);
    EXPECT_LT((projection.unmap(projection.map(a)) - a).norm(), 1e-10);
    EXPECT_NEAR(projection.view_from_case().linear().determinant(), 1, 1e-12);
  }
}

TEST(Projection, a_down_along_the_direction_still_gives_a_frame) {
  const Projection projection = Projection::orthographic({0, 1, 0}, {0, 1, 0});
  EXPECT_NEAR(projection.view_from_case().linear().determinant(), 1, 1e-12);
}

TEST(Projection, a_turn_about_the_hinge_adds_to_the_depth_alone) {
  std::mt19937 random(8);
  const Eigen::Vector3d origin(0, 40, 20);
  const Eigen::Vector3d axis(1, 0.1, -0.05);
  const Projection hinge = Projection::hinge(origin, axis, {0, -1, 0});
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d point = random_point(random, 30);
    const double angle = 0.1;
    const Eigen::Vector3d turned = origin + Eigen::AngleAxisd(angle, axis.normalized()) * (point - origin);
    const Eigen::Vector3d before = hinge.map(point);
    const Eigen::Vector3d after = hinge.map(turned);
    EXPECT_NEAR(after.x(), before.x(), 1e-10);
    EXPECT_NEAR(after.y(), before.y(), 1e-10);
    EXPECT_NEAR(std::remainder(after.z() - before.z() - angle, 2 * std::numbers::pi), 0, 1e-10);
    EXPECT_LT((hinge.unmap(before) - point).norm(), 1e-10);
    EXPECT_GT(hinge.direction_at(point).dot(turned - point), 0);
  }
}

TEST(Projection, refuses_directions_that_are_none) {
  EXPECT_THROW((void)Projection::orthographic({0, 0, 0}), std::invalid_argument);
  EXPECT_THROW((void)Projection::orthographic({0, NAN, 1}), std::invalid_argument);
  EXPECT_THROW((void)Projection::hinge({0, 0, 0}, {0, 0, 0}, {0, 1, 0}), std::invalid_argument);
  EXPECT_THROW((void)Projection::hinge({0, 0, 0}, {1, 0, 0}, {1, 0, 0}), std::invalid_argument);
}

Bite two_boxes(const Eigen::Vector3d& lower_shift) {
  const TriangleMesh upper = shapes::box({0, 0, 1}, {10, 8, 3});
  TriangleMesh lower = shapes::box({0, 0, -2}, {10, 8, 0});
  for (Eigen::Vector3d& vertex : lower.vertices) vertex += lower_shift;
  return {.upper = std::make_shared<const Solid>(solid_of(upper)),
          .lower = std::make_shared<const Solid>(solid_of(lower)),
          .upper_from_lower = Eigen::Isometry3d::Identity()};
}

TEST(FitFrame, covers_the_common_window_and_one_pixel_more) {
  const MapFrame frame = fit_frame(two_boxes({2, 0, 0}), Projection::orthographic({0, 0, 1}), 0.1);
  EXPECT_EQ(frame.grid.width, 82);
  EXPECT_EQ(frame.grid.height, 82);
  EXPECT_NEAR(frame.grid.u0_mm, 1.9, 1e-12);
  EXPECT_NEAR(frame.grid.centre(0, 0).x(), 1.95, 1e-12);
}

TEST(FitFrame, has_no_pixels_where_the_jaws_pass_each_other) {
  const MapFrame frame = fit_frame(two_boxes({20, 0, 0}), Projection::orthographic({0, 0, 1}), 0.1);
  EXPECT_EQ(frame.grid.size(), 0U);
}

TEST(FitFrame, refuses_more_pixels_than_fit_and_says_which_size_does) {
  const Projection up = Projection::orthographic({0, 0, 1});
  EXPECT_THROW((void)fit_frame(two_boxes({0, 0, 0}), up, 0.0001, 1'000'000), std::length_error);
  EXPECT_THROW((void)fit_frame(two_boxes({0, 0, 0}), up, 0), std::invalid_argument);
  EXPECT_THROW((void)fit_frame(two_boxes({0, 0, 0}), up, NAN), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
