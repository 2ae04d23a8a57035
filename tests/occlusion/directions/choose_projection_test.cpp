#include "occlusion/directions/choose_projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "occlusion/engines/zlist/zlist_engine.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

double degrees_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::acos(std::clamp(a.normalized().dot(b.normalized()), -1.0, 1.0)) * 180 / std::numbers::pi;
}

//! Two plates with a gap of 0.3 mm, tilted together.
Bite tilted_plates(const Eigen::Matrix3d& tilt) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = tilt;
  return testing::bite_of(shapes::moved(shapes::fine_box({-20, -15, 0.3}, {20, 15, 4}, 1), pose),
                          shapes::moved(shapes::fine_box({-20, -15, -4}, {20, 15, 0}, 1), pose));
}

TEST(GuessDirection, is_across_the_largest_wall_and_points_from_lower_to_upper) {
  EXPECT_TRUE(guess_direction(tilted_plates(Eigen::Matrix3d::Identity())).isApprox(Eigen::Vector3d::UnitZ()));
  Bite swapped = tilted_plates(Eigen::Matrix3d::Identity());
  std::swap(swapped.upper, swapped.lower);
  EXPECT_TRUE(guess_direction(swapped).isApprox(-Eigen::Vector3d::UnitZ()));
}

TEST(GuessDirection, serves_jaws_that_are_apart) {
  Bite bite = tilted_plates(Eigen::Matrix3d::Identity());
  bite.upper_from_lower = Eigen::Translation3d(0, 0, -30);
  EXPECT_LT(degrees_between(guess_direction(bite), Eigen::Vector3d::UnitZ()), 1);
}

TEST(RefineDirection, finds_the_normal_of_the_surfaces_that_face_each_other) {
  for (const double degrees : {0.0, 8.0, 20.0}) {
    const Eigen::Matrix3d tilt =
        Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Eigen::Vector3d(1, 0.5, 0).normalized())
            .toRotationMatrix();
    const Bite bite = tilted_plates(tilt);
    ZListEngine items(bite.upper, bite.lower, {.facing_only = true});
    const Eigen::Vector3d refined = refine_direction(bite, guess_direction(bite), items);
    // It stops when a step is below half a degree; the plates are flat, so the first step lands on their
    // normal but for the few faces of their rims that the zone holds.
    EXPECT_LT(degrees_between(refined, tilt.col(2)), 0.5) << degrees;
  }
}

TEST(RefineDirection, leaves_a_direction_along_which_the_jaws_pass_each_other) {
  Bite bite = tilted_plates(Eigen::Matrix3d::Identity());
  bite.upper_from_lower = Eigen::Translation3d(100, 0, 0);
  ZListEngine items(bite.upper, bite.lower, {.facing_only = true});
  EXPECT_TRUE(refine_direction(bite, {0, 0, 1}, items).isApprox(Eigen::Vector3d::UnitZ()));
}

}  // namespace
}  // namespace intercusp
