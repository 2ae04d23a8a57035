// The axis and the condyles' paths, measured back.

#include "occlusion/motion/articulator/condyles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "tests/occlusion/motion/articulator/mouth.h"

namespace intercusp {
namespace {

using testing::random_settings;

const Eigen::Vector3d between_incisors{1, -20, 3};

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

Condyles usual_condyles(const ArticulatorSettings& settings) {
  return bonwill_condyles(between_incisors, lps_axes(), settings);
}

TEST(Condyles, of_the_bonwill_triangle_have_its_arms_its_base_and_the_balkwill_angle) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    const ArticulatorSettings settings = random_settings(random);
    const Condyles condyles = usual_condyles(settings);
    EXPECT_NEAR((condyles.right - between_incisors).norm(), settings.bonwill_arm_mm, 1e-12);
    EXPECT_NEAR((condyles.left - between_incisors).norm(), settings.bonwill_arm_mm, 1e-12);
    EXPECT_NEAR(condyles.distance_mm(), settings.intercondylar_mm, 1e-12);
    const Eigen::Vector3d normal =
        (condyles.left - between_incisors).cross(condyles.right - between_incisors).normalized();
    const double between_planes = angle_between(normal, lps_axes().superior);
    EXPECT_NEAR(std::min(between_planes, std::numbers::pi - between_planes), settings.balkwill_rad, 1e-12);
    EXPECT_GT(condyles.middle().y(), between_incisors.y()) << "behind";
    EXPECT_GT(condyles.middle().z(), between_incisors.z()) << "above";
    EXPECT_LT(condyles.right.x(), condyles.left.x()) << "x points to the patient's left";
  }
}

TEST(Condyles, keep_their_distance_along_every_path) {
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const ArticulatorSettings settings = random_settings(random);
    const Condyles condyles = usual_condyles(settings);
    for (const Excursion excursion : all_excursions) {
      for (const double travel_mm : {0.0, 0.1, 1.0, 5.0, 12.0}) {
        const Condyles moved = moved_condyles(condyles, lps_axes(), settings, excursion, travel_mm);
        EXPECT_NEAR(moved.distance_mm(), settings.intercondylar_mm, 1e-12) << name_of(excursion);
      }
    }
  }
}

TEST(Condyles, stay_where_they_are_without_travel) {
  const ArticulatorSettings settings{{}, {.side_shift_mm = {0.4, 0.3}}};
  const Condyles condyles = usual_condyles(settings);
  for (const Excursion excursion : all_excursions) {
    const Condyles moved = moved_condyles(condyles, lps_axes(), settings, excursion, 0);
    EXPECT_LT((moved.right - condyles.right).norm(), 1e-12) << name_of(excursion);
    EXPECT_LT((moved.left - condyles.left).norm(), 1e-12) << name_of(excursion);
  }
}

TEST(Protrusion, goes_down_each_sides_inclination) {
  const ArticulatorSettings settings{{}, {.inclination_rad = {30 * rad_per_deg, 42 * rad_per_deg}}};
  const Condyles condyles = usual_condyles(settings);
  const Condyles moved = moved_condyles(condyles, lps_axes(), settings, Excursion::protrusion, 4);
  const Eigen::Vector3d right = moved.right - condyles.right, left = moved.left - condyles.left;
  EXPECT_NEAR(std::atan2(-right.z(), -right.y()), 30 * rad_per_deg, 1e-12);
  EXPECT_NEAR(std::atan2(-left.z(), -left.y()), 42 * rad_per_deg, 1e-12);
  EXPECT_NEAR(right.tail<2>().norm(), 4, 1e-12);
  EXPECT_NEAR(left.tail<2>().norm(), 4, 1e-12);
  // 4 mm of paths that are 12° apart: 0.836 mm across; 0.836² / 110 / 2 each, to first order.
  EXPECT_NEAR(right.x(), 0.836 * 0.836 / 220 / 2, 1e-5);
  EXPECT_NEAR(left.x(), -right.x(), 1e-12);
}

TEST(Laterotrusion, shows_the_inclination_from_the_side_and_the_bennett_angle_from_above) {
  const ArticulatorSettings settings{{},
                                     {.inclination_rad = {33 * rad_per_deg, 41 * rad_per_deg},
                                      .bennett_rad = {7 * rad_per_deg, 12 * rad_per_deg}}};
  const Condyles condyles = usual_condyles(settings);
  const Condyles to_right = moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_right, 3);
  const Eigen::Vector3d left = to_right.left - condyles.left;  // balances
  EXPECT_NEAR(std::atan2(-left.z(), -left.y()), 41 * rad_per_deg, 1e-12);
  EXPECT_NEAR(std::atan2(-left.x(), -left.y()), 12 * rad_per_deg, 1e-12) << "inward is to the right";
  EXPECT_NEAR(left.norm(), 3, 1e-12);
  const Condyles to_left = moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_left, 3);
  const Eigen::Vector3d right = to_left.right - condyles.right;
  EXPECT_NEAR(std::atan2(-right.z(), -right.y()), 33 * rad_per_deg, 1e-12);
  EXPECT_NEAR(std::atan2(right.x(), -right.y()), 7 * rad_per_deg, 1e-12);
}

TEST(Laterotrusion, leaves_the_working_condyle_on_its_transverse_line) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    const ArticulatorSettings settings = random_settings(random);
    const Condyles condyles = usual_condyles(settings);
    const Eigen::Vector3d working =
        moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_right, 3).right -
        condyles.right;
    EXPECT_NEAR(working.tail<2>().norm(), 0, 1e-12);
    EXPECT_LE(working.x(), 0) << "to the working side";
  }
}

TEST(Laterotrusion, begins_with_the_immediate_side_shift_of_both_condyles) {
  const ArticulatorSettings settings{{}, {.side_shift_mm = {0.3, 0.8}}};
  const Condyles condyles = usual_condyles(settings);
  const auto to_right = [&](double travel_mm) {
    return moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_right, travel_mm);
  };
  const Eigen::Vector3d half(-0.4, 0, 0), whole(-0.8, 0, 0);  // the left side balances
  EXPECT_LT((to_right(0.4).left - condyles.left - half).norm(), 1e-12);
  EXPECT_LT((to_right(0.4).right - condyles.right - half).norm(), 1e-12);
  EXPECT_LT((to_right(0.8).left - condyles.left - whole).norm(), 1e-12);
  EXPECT_LT((to_right(0.8).right - condyles.right - whole).norm(), 1e-12);
  EXPECT_NEAR((to_right(1.8).left - condyles.left - whole).norm(), 1, 1e-12);
  EXPECT_LT(to_right(1.8).left.y(), condyles.left.y() - 0.5);
}

TEST(Laterotrusion, of_equal_sides_is_mirrored) {
  ArticulatorSettings settings{{}, {.side_shift_mm = {0.2, 0.2}}};
  const Condyles condyles = bonwill_condyles({0, -20, 3}, lps_axes(), settings);
  const auto mirrored = [](const Eigen::Vector3d& point) {
    return Eigen::Vector3d(-point.x(), point.y(), point.z());
  };
  for (const double travel_mm : {0.1, 1.0, 4.0}) {
    const Condyles right =
        moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_right, travel_mm);
    const Condyles left =
        moved_condyles(condyles, lps_axes(), settings, Excursion::laterotrusion_left, travel_mm);
    EXPECT_LT((right.left - mirrored(left.right)).norm(), 1e-12);
    EXPECT_LT((right.right - mirrored(left.left)).norm(), 1e-12);
    const Eigen::Vector3d point(5, -15, 1);
    EXPECT_LT(
        (least_turn(condyles, right) * point - mirrored(least_turn(condyles, left) * mirrored(point))).norm(),
        1e-12);
  }
}

TEST(LeastTurn, takes_condyle_to_condyle_without_turning_about_the_axis) {
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    const ArticulatorSettings settings = random_settings(random);
    const Condyles from = usual_condyles(settings);
    const Condyles to = moved_condyles(from, lps_axes(), settings, Excursion::laterotrusion_left, 3);
    const Eigen::Isometry3d moved = least_turn(from, to);
    EXPECT_LT((moved * from.right - to.right).norm(), 1e-12);
    EXPECT_LT((moved * from.left - to.left).norm(), 1e-12);
    EXPECT_NEAR(Eigen::AngleAxisd(moved.linear()).axis().dot(from.axis()), 0, 1e-6);
  }
}

TEST(Opening, lowers_the_incisal_point_and_leaves_the_condyles) {
  const Condyles condyles = usual_condyles({});
  const Eigen::Isometry3d open = opened_about(condyles, 10 * rad_per_deg);
  EXPECT_LT((open * condyles.right - condyles.right).norm(), 1e-12);
  EXPECT_LT((open * condyles.left - condyles.left).norm(), 1e-12);
  EXPECT_LT((open * between_incisors).z(), between_incisors.z() - 10);
}

TEST(Settings, that_cannot_be_are_refused) {
  EXPECT_NO_THROW(check_settings({}));
  EXPECT_THROW(check_settings({{.bonwill_arm_mm = 50}, {}}), std::invalid_argument)
      << "shorter than half the base";
  EXPECT_THROW(check_settings({{.balkwill_rad = -0.1}, {}}), std::invalid_argument);
  EXPECT_THROW(check_settings({{}, {.inclination_rad = {0.5, 2}}}), std::invalid_argument);
  EXPECT_THROW(check_settings({{}, {.bennett_rad = {std::nan(""), 0}}}), std::invalid_argument);
  EXPECT_THROW(check_settings({{}, {.side_shift_mm = {0, -1}}}), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
