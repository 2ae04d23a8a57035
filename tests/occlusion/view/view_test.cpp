#include "occlusion/view/view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <type_traits>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

Eigen::Vector3d random_point(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> coordinate(-size, size);
  return {coordinate(random), coordinate(random), coordinate(random)};
}

TEST(View, along_superior_keeps_the_axes_of_the_case) {
  const Eigen::Isometry3d view_from_case = orthographic({0, 0, 2});
  EXPECT_TRUE((view_from_case * Eigen::Vector3d(1, 2, 3)).isApprox(Eigen::Vector3d(1, 2, 3)));
}

TEST(View, is_rigid_and_comes_back) {
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    const View view{orthographic(random_point(random, 1)), {.u0_mm = 3, .v0_mm = -2, .pixel_mm = 0.5}};
    const Eigen::Vector3d a = random_point(random, 50);
    const Eigen::Vector3d b = random_point(random, 50);
    EXPECT_NEAR((view.view_from_case * a - view.view_from_case * b).norm(), (a - b).norm(), 1e-10);
    EXPECT_NEAR(view.view_from_case.linear().determinant(), 1, 1e-12);
    const Eigen::Vector3d seen = view.view_from_case * view.case_point(7, 4, 2.5);
    EXPECT_LT((seen - Eigen::Vector3d(6.75, 0.25, 2.5)).norm(), 1e-10);
    EXPECT_LT((view.case_point(7, 4, 3.5) - view.case_point(7, 4, 2.5) - view.direction()).norm(), 1e-10);
  }
}

TEST(View, a_down_along_the_direction_still_gives_a_frame) {
  const Eigen::Isometry3d view_from_case = orthographic({0, 1, 0}, {0, 1, 0});
  EXPECT_NEAR(view_from_case.linear().determinant(), 1, 1e-12);
}

TEST(HingeChart, a_turn_adds_to_the_depth_alone) {
  std::mt19937 random(8);
  const Eigen::Vector3d origin(0, 40, 20);
  const Eigen::Vector3d axis(1, 0.1, -0.05);
  const HingeChart hinge(origin, axis, {0, -1, 0});
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

TEST(View, refuses_directions_that_are_none) {
  EXPECT_THROW((void)orthographic({0, 0, 0}), std::invalid_argument);
  EXPECT_THROW((void)orthographic({0, NAN, 1}), std::invalid_argument);
}

TEST(HingeChart, refuses_axes_that_are_none) {
  EXPECT_THROW((void)HingeChart({0, 0, 0}, {0, 0, 0}, {0, 1, 0}), std::invalid_argument);
  EXPECT_THROW((void)HingeChart({0, 0, 0}, {1, 0, 0}, {1, 0, 0}), std::invalid_argument);
}

// Engines look along straight lines only: no hinge chart can be passed to one.
static_assert(!std::is_convertible_v<HingeChart, View>);
static_assert(!std::is_constructible_v<View, HingeChart, PixelGrid>);

Bite two_boxes(const Eigen::Vector3d& lower_shift) {
  const TriangleMesh upper = shapes::box({0, 0, 1}, {10, 8, 3});
  TriangleMesh lower = shapes::box({0, 0, -2}, {10, 8, 0});
  for (Eigen::Vector3d& vertex : lower.vertices) vertex += lower_shift;
  return {.upper = std::make_shared<const Solid>(solid_of(upper)),
          .lower = std::make_shared<const Solid>(solid_of(lower)),
          .upper_from_lower = Eigen::Isometry3d::Identity()};
}

TEST(FitView, covers_the_common_window_and_one_pixel_more) {
  const View view = fit_view(two_boxes({2, 0, 0}), orthographic({0, 0, 1}), 0.1);
  EXPECT_EQ(view.grid.width, 82);
  EXPECT_EQ(view.grid.height, 82);
  EXPECT_NEAR(view.grid.u0_mm, 1.9, 1e-12);
  EXPECT_NEAR(view.grid.centre(0, 0).x(), 1.95, 1e-12);
}

TEST(FitView, has_no_pixels_where_the_jaws_pass_each_other) {
  const View view = fit_view(two_boxes({20, 0, 0}), orthographic({0, 0, 1}), 0.1);
  EXPECT_EQ(view.grid.size(), 0U);
}

TEST(FitView, refuses_more_pixels_than_fit_and_says_which_size_does) {
  const Eigen::Isometry3d up = orthographic({0, 0, 1});
  EXPECT_THROW((void)fit_view(two_boxes({0, 0, 0}), up, 0.0001, 1'000'000), std::length_error);
  EXPECT_THROW((void)fit_view(two_boxes({0, 0, 0}), up, 0), std::invalid_argument);
  EXPECT_THROW((void)fit_view(two_boxes({0, 0, 0}), up, NAN), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
