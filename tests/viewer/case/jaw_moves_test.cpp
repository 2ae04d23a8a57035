// Poses as numbers, nudges, the hinge, and first contact from any start.
#include "viewer/case/jaw_moves.h"

#include <gtest/gtest.h>

#include <random>

#include "occlusion/exact/exact_interference.h"
#include "tests/support/wide.h"
#include "tests/viewer/case/cases.h"
#include "viewer/tools/closing/tool.h"

namespace intercusp::viewer {
namespace {

using std::numbers::pi;

//! A bite as opened, whose axes are not those of the file.
LoadedCase turned_case(std::mt19937& random) {
  LoadedCase loaded;
  const Eigen::Matrix3d turn = testing::random_pose(random, 0).linear();
  loaded.anatomy.axes =
      AnatomicalAxes{.superior = turn.col(2), .anterior = -turn.col(1), .left = turn.col(0)};
  loaded.bite.upper_from_lower = testing::random_pose(random, 30);
  loaded.lower_centre = testing::random_pose(random, 50).translation();
  return loaded;
}

PoseNumbers random_numbers(std::mt19937& random) {
  std::uniform_real_distribution<double> shift(-40, 40), turn(-pi, pi), steep(-0.49 * pi, 0.49 * pi);
  return {.shift_mm = {shift(random), shift(random), shift(random)},
          .turn_rad = {turn(random), steep(random), turn(random)}};
}

TEST(JawMoves, numbers_and_pose_are_each_others_inverse) {
  constexpr unsigned seed = 20260722;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    const LoadedCase loaded = turned_case(random);
    const PoseNumbers numbers = random_numbers(random);
    const PoseNumbers again = numbers_of(loaded, pose_of(loaded, numbers));
    // Lengths below 200 mm in doubles; an angle loses 1/cos of the one about anterior, up to 32.
    EXPECT_LT((again.shift_mm - numbers.shift_mm).norm(), 1e-11);
    EXPECT_LT((again.turn_rad - numbers.turn_rad).norm(), 1e-12);
    const Eigen::Isometry3d pose = testing::random_pose(random, 30);
    EXPECT_LT((pose_of(loaded, numbers_of(loaded, pose)).matrix() - pose.matrix()).norm(), 1e-11);
  }
}

TEST(JawMoves, the_pose_at_opening_has_only_zeros) {
  std::mt19937 random(3);
  const LoadedCase loaded = turned_case(random);
  const PoseNumbers numbers = numbers_of(loaded, loaded.bite.upper_from_lower);
  EXPECT_LT(numbers.shift_mm.norm(), 1e-12);
  EXPECT_LT(numbers.turn_rad.norm(), 1e-12);
}

TEST(JawMoves, each_number_moves_along_or_about_its_own_axis) {
  std::mt19937 random(5);
  const LoadedCase loaded = turned_case(random);
  const AnatomicalAxes axes = loaded.axes();
  const Eigen::Vector3d directions[3] = {axes.left, axes.anterior, axes.superior};
  for (int i = 0; i < 3; ++i) {
    PoseNumbers by;
    by.shift_mm[i] = 0.5;
    by.turn_rad[i] = 0.1;
    const Eigen::Isometry3d& start = loaded.bite.upper_from_lower;
    const Eigen::Isometry3d pose = nudged(loaded, start, by);
    EXPECT_LT((centre_of_lower(loaded, pose) - centre_of_lower(loaded, start) - 0.5 * directions[i]).norm(),
              1e-12);
    const Eigen::Matrix3d turn = pose.linear() * start.linear().transpose();
    EXPECT_LT((turn - Eigen::AngleAxisd(0.1, directions[i]).toRotationMatrix()).norm(), 1e-12);
  }
}

TEST(JawMoves, nudges_keep_a_pose_rigid_however_many_there_are) {
  std::mt19937 random(7);
  const LoadedCase loaded = turned_case(random);
  Eigen::Isometry3d pose = loaded.bite.upper_from_lower;
  std::normal_distribution<double> small(0, 0.01);
  for (int i = 0; i < 10000; ++i) {
    pose = nudged(loaded, pose,
                  {.shift_mm = {0, 0, 0}, .turn_rad = {small(random), small(random), small(random)}});
  }
  // Each product rounds by some 1e-16, and errors add up like a random walk, at worst linearly.
  EXPECT_LT((pose.linear() * pose.linear().transpose() - Eigen::Matrix3d::Identity()).norm(), 10000 * 1e-15);
}

TEST(JawMoves, a_positive_turn_of_the_hinge_opens) {
  const auto loaded = small_case();
  const Condyles condyles = condyles_of(*loaded, {});
  EXPECT_NEAR(condyles.distance_mm(), BonwillTriangle{}.intercondylar_mm, 1e-9);
  EXPECT_NEAR((condyles.right - loaded->hinged_point).norm(), BonwillTriangle{}.bonwill_arm_mm, 1e-9);
  const Eigen::Isometry3d open = hinged(condyles, Eigen::Isometry3d::Identity(), 0.1);
  const Eigen::Vector3d way = open * loaded->hinged_point - loaded->hinged_point;
  EXPECT_LT(way.dot(loaded->axes().superior), -5);
  EXPECT_LT((open * condyles.left - condyles.left).norm(), 1e-12);
}

//! Poles are vertices on any rings; all faces about both of them meet at once, so few keep it quick.
constexpr int rings_of_poles = 12;

TEST(JawMoves, spheres_close_by_the_gap_between_their_poles) {
  const auto loaded = two_spheres(4, rings_of_poles);
  const ContactSearch search(loaded->bite.upper, loaded->bite.lower);
  const Condyles condyles = condyles_of(*loaded, {});
  for (const double height : {-7.0, 0.0, 3.9, 4.5, 12.0}) {
    SCOPED_TRACE(height);
    const Eigen::Isometry3d start = shifted(Eigen::Isometry3d::Identity(), {0, 0, height});
    const auto move = to_first_contact(*loaded, search, condyles, start, ClosingWay::vertical);
    ASSERT_TRUE(move);
    EXPECT_NEAR(move->closed, 4 - height, 1e-9);
    EXPECT_NEAR(move->contact.amount, move->closed, 0);
    EXPECT_NEAR(move->upper_from_lower.translation().z(), 4, 1e-9);
  }
}

TEST(JawMoves, what_never_meets_has_no_first_contact) {
  const auto loaded = two_spheres(4, rings_of_poles);
  const ContactSearch search(loaded->bite.upper, loaded->bite.lower);
  const Eigen::Isometry3d beside = shifted(Eigen::Isometry3d::Identity(), {50, 0, 0});
  EXPECT_FALSE(to_first_contact(*loaded, search, condyles_of(*loaded, {}), beside, ClosingWay::vertical));
}

TEST(JawMoves, what_cannot_be_brought_apart_has_no_first_contact) {
  // Interlocking walls, 100 mm high: no shift of 40 mm separates them.
  const auto loaded = case_of(
      testing::bite_of(shapes::box({0, 0, 0}, {20, 20, 100}), shapes::box({10, 10, 0}, {30, 30, 100})));
  const ContactSearch search(loaded->bite.upper, loaded->bite.lower);
  EXPECT_FALSE(to_first_contact(*loaded, search, condyles_of(*loaded, {}), Eigen::Isometry3d::Identity(),
                                ClosingWay::vertical));
}

bool overlaps(const LoadedCase& loaded, const Eigen::Isometry3d& pose) {
  return exact_interference({loaded.bite.upper, loaded.bite.lower, pose}).interference;
}

TEST(JawMoves, after_first_contact_jaws_touch_and_a_little_more_overlaps) {
  const auto loaded = small_case();
  const ContactSearch search(loaded->bite.upper, loaded->bite.lower);
  const Condyles condyles = condyles_of(*loaded, {});
  constexpr unsigned seed = 11;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-1.5, 1.5), turn(-0.03, 0.03);
  const auto moved = [&](ClosingWay approach, const Eigen::Isometry3d& pose, double up_mm) {
    if (approach == ClosingWay::vertical) return shifted(pose, up_mm * loaded->axes().superior);
    // Teeth lie at least 40 mm from the axis: so they move by at least that much.
    return hinged(condyles, pose, -up_mm / 40);
  };
  for (int round = 0; round < intercusp::testing::rounds(2, 6); ++round) {
    SCOPED_TRACE(round);
    const Eigen::Isometry3d start = nudged(*loaded, loaded->bite.upper_from_lower,
                                           {.shift_mm = {shift(random), shift(random), shift(random)},
                                            .turn_rad = {turn(random), turn(random), 0}});
    for (const ClosingWay approach : {ClosingWay::hinge, ClosingWay::vertical}) {
      const auto move = to_first_contact(*loaded, search, condyles, start, approach);
      ASSERT_TRUE(move);
      EXPECT_FALSE(overlaps(*loaded, moved(approach, move->upper_from_lower, -1e-6)));
      EXPECT_TRUE(overlaps(*loaded, moved(approach, move->upper_from_lower, 1e-3)));
      const auto again = to_first_contact(*loaded, search, condyles, move->upper_from_lower, approach);
      ASSERT_TRUE(again);
      EXPECT_NEAR(again->closed, 0, 1e-9);
    }
  }
}

}  // namespace
}  // namespace intercusp::viewer
