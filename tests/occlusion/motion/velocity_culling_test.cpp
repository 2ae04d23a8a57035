#include "occlusion/motion/velocity_culling.h"

#include <gtest/gtest.h>

#include "tests/occlusion/motion/scenes.h"

namespace intercusp {
namespace {

TEST(VelocityCulling, a_shift_drops_the_back_of_the_moving_box_and_the_far_side_of_the_resting_one) {
  const Bite bite = bite_of(shapes::box({0, 0, 5}, {1, 1, 6}), shapes::box({0, 0, 0}, {1, 1, 1}));
  const CullingReport report = velocity_culling(bite, Motion::shift({0, 0, 1}, 10));
  // Two of twelve triangles; the four walls run along the motion and stay.
  EXPECT_EQ(report.lower.faces, 12U);
  EXPECT_EQ(report.lower.dropped, 2U);
  EXPECT_EQ(report.upper.dropped, 2U);
}

TEST(VelocityCulling, of_a_sphere_it_drops_the_half_that_a_shift_leaves_behind) {
  const Bite bite = bite_of(shapes::sphere({0, 0, 9}, 3, 20), shapes::sphere({0, 0, 0}, 3, 20));
  const CullingReport report = velocity_culling(bite, Motion::shift({0.3, 0.2, 1}, 10));
  const double share = static_cast<double>(report.lower.dropped) / static_cast<double>(report.lower.faces);
  EXPECT_NEAR(share, 0.5, 0.02);
  EXPECT_EQ(report.lower.dropped, report.upper.dropped);  // a sphere looks the same from the other side
}

TEST(VelocityCulling, a_face_that_turns_both_ways_is_kept) {
  // A plate across the axis: one half of its top rises, the other sinks.
  const std::array<Eigen::Vector3d, 3> across = {Eigen::Vector3d(-3, 0, 0), {3, 0, -1}, {3, 0, 1}};
  const Motion turn = Motion::turn({0, 0, 0}, {0, 0, 1}, 1);
  EXPECT_FALSE(moves_away(across, {0, 1, 0}, turn, Jaw::lower));
  EXPECT_FALSE(moves_away(across, {0, -1, 0}, turn, Jaw::lower));
  const std::array<Eigen::Vector3d, 3> rising = {Eigen::Vector3d(1, 0, 0), {3, 0, -1}, {3, 0, 1}};
  EXPECT_FALSE(moves_away(rising, {0, 1, 0}, turn, Jaw::lower));
  EXPECT_TRUE(moves_away(rising, {0, -1, 0}, turn, Jaw::lower));
  EXPECT_TRUE(moves_away(rising, {0, 1, 0}, turn, Jaw::upper));
}

TEST(VelocityCulling, a_turned_face_keeps_its_velocity_so_what_is_dropped_stays_dropped) {
  std::mt19937 random(4);
  for (int i = 0; i < 10; ++i) {
    auto [bite, motion] = testing::random_scene(random, Motion::Kind::turn);
    const CullingReport before = velocity_culling(bite, motion);
    bite.upper_from_lower = motion.at(0.7) * bite.upper_from_lower;
    EXPECT_EQ(velocity_culling(bite, motion).lower.dropped, before.lower.dropped);
  }
}

}  // namespace
}  // namespace intercusp
