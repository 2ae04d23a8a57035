#include "occlusion/geometry/decompositions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "datasets/seeded_random.h"

namespace intercusp {
namespace {

constexpr double unit_rounding = 1e-14;

Eigen::Vector3d random_direction(SeededRandom& random) {
  Eigen::Vector3d direction;
  do {
    direction = Eigen::Vector3d::NullaryExpr([&] { return random.uniform(-1, 1); });
  } while (direction.norm() > 1 || direction.norm() < 0.1);
  return direction.normalized();
}

TEST(Rotations, turn_between_is_the_least_turn) {
  SeededRandom random(1);
  for (int run = 0; run < 1000; ++run) {
    const Eigen::Vector3d from = random_direction(random), to = random_direction(random);
    const Eigen::Quaterniond turn =
        turn_between(random.uniform(0.1, 10) * from, random.uniform(0.1, 10) * to);
    EXPECT_LT((turn * from - to).norm(), unit_rounding);
    EXPECT_NEAR(Eigen::AngleAxisd(turn).angle(), std::atan2(from.cross(to).norm(), from.dot(to)),
                10 * unit_rounding);
  }
}

TEST(Rotations, opposite_directions_are_half_a_turn_apart) {
  SeededRandom random(2);
  for (const double off_rad : {0.0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3}) {
    for (int run = 0; run < 100; ++run) {
      const Eigen::Vector3d from = random_direction(random);
      const Eigen::Vector3d to = -(Eigen::AngleAxisd(off_rad, from.unitOrthogonal()) * from);
      const Eigen::Quaterniond turn = turn_between(from, to);
      constexpr double of_axis = 1e-7;  // rounding of the cross product of almost opposite directions
      EXPECT_NEAR(turn.norm(), 1, unit_rounding) << off_rad;
      EXPECT_LT((turn * from - to).norm(), of_axis) << off_rad;
      EXPECT_NEAR(Eigen::AngleAxisd(turn).angle(), std::numbers::pi - off_rad, unit_rounding) << off_rad;
    }
  }
}

TEST(Rotations, the_nearest_rotation_to_a_stretched_one_is_that_one) {
  SeededRandom random(3);
  for (int run = 0; run < 1000; ++run) {
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(random.uniform(0, 3), random_direction(random)).toRotationMatrix();
    const Eigen::Matrix3d axes =
        Eigen::AngleAxisd(random.uniform(0, 3), random_direction(random)).toRotationMatrix();
    const Eigen::Vector3d stretch(random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2));
    const Eigen::Matrix3d found = nearest_rotation(turn * axes * stretch.asDiagonal() * axes.transpose());
    EXPECT_LT((found - turn).norm(), 10 * unit_rounding);
    // Never a mirror image, though one is nearer.
    EXPECT_GT(nearest_rotation(Eigen::Matrix3d(-turn)).determinant(), 0);
  }
}

}  // namespace
}  // namespace intercusp
