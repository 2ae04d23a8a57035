// Movements of small mouths whose guidance is built in.

#include "occlusion/motion/articulator/articulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/occlusion/motion/articulator/mouth.h"

namespace intercusp {
namespace {

using testing::case_of;
using testing::edge_along_x;
using testing::forward_prism;
using testing::incisors_at_origin;
using testing::NumberedPart;

TriangleMesh plate(double x_min, double x_max) { return shapes::box({x_min, 25, 0}, {x_max, 45, 5}); }
TriangleMesh molar(double x_min, double x_max, double top_mm) {
  return shapes::box({x_min, 28, top_mm - 6}, {x_max, 42, top_mm});
}

//! Upper canines that descend outwards by 40°, lower ones with an edge that touches them; molars 0.3 mm
//! apart.
ArticulatedCase canine_guided() {
  const double t = std::tan(40 * rad_per_deg);
  const auto lower_canine = [](double x) { return forward_prism({{x - 2, -6}, {x + 2, -6}, {x, 0}}, 4, 6); };
  return case_of({{13, forward_prism({{-24, -10 * t}, {-10, 4 * t}, {-10, 10}, {-24, 10}}, 0, 10)},
                  {23, forward_prism({{10, 4 * t}, {24, -10 * t}, {24, 10}, {10, 10}}, 0, 10)},
                  {16, plate(-40, -26)},
                  {26, plate(26, 40)}},
                 {{43, lower_canine(-14)},
                  {33, lower_canine(14)},
                  {46, molar(-38, -28, -0.3)},
                  {36, molar(28, 38, -0.3)}},
                 incisors_at_origin);
}

ArticulatedCase flat_molars() {
  return case_of({{16, plate(-40, -15)}, {26, plate(15, 40)}},
                 {{46, molar(-32, -24, 0)}, {36, molar(24, 32, 0)}}, incisors_at_origin);
}

const MovementReport& movement(const ArticulatedBite& bite, Excursion excursion) {
  return bite.movements[static_cast<std::size_t>(excursion)];
}

TEST(Articulate, names_canine_guidance_of_either_side_and_parts_the_molars) {
  const ArticulatedCase mouth = canine_guided();
  const ArticulatedBite result = articulate(mouth, {});
  EXPECT_NEAR(result.intercuspation.pose.opening_rad, 0, 1e-12);
  for (const auto& [excursion, canines] : {std::pair(Excursion::laterotrusion_right, GroupPair{13, 43}),
                                           std::pair(Excursion::laterotrusion_left, GroupPair{23, 33})}) {
    const MovementReport& side = movement(result, excursion);
    ASSERT_EQ(side.guidance.size(), reported_excursions_mm.size());
    double before_mm = 0.3;
    for (const GuidanceStep& step : side.guidance) {
      EXPECT_NEAR(step.step.pose.excursion_mm, step.step.asked_mm, 0.001);
      EXPECT_EQ(step.kind, GuidanceKind::canine) << name_of(excursion) << step.step.asked_mm;
      EXPECT_FALSE(step.balancing);
      EXPECT_EQ(step.step.touching, canines);
      const double posterior_mm =
          std::min(step.right_posterior->distance_mm, step.left_posterior->distance_mm);
      EXPECT_GT(posterior_mm, before_mm) << "the further, the more";
      before_mm = posterior_mm;
    }
    EXPECT_EQ(side.order.front().from_mm, 0);
    EXPECT_EQ(side.path.size(), 31U);
  }
}

TEST(Articulate, of_equal_sides_is_mirrored) {
  const ArticulatedCase mouth = canine_guided();
  const ArticulatedBite result = articulate(mouth, {});
  const auto &right = movement(result, Excursion::laterotrusion_right).path,
             &left = movement(result, Excursion::laterotrusion_left).path;
  ASSERT_EQ(right.size(), left.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    const Eigen::Vector3d a = right[i].pose.incisal_point, b = left[i].pose.incisal_point;
    EXPECT_NEAR(right[i].pose.travel_mm, left[i].pose.travel_mm, 1e-7);
    EXPECT_LT((a - Eigen::Vector3d(-b.x(), b.y(), b.z())).norm(), 1e-7);
  }
}

TEST(Articulate, does_not_ask_in_which_frame_the_lower_was_scanned) {
  const ArticulatedCase usual = canine_guided();
  std::mt19937 random(9);
  const Eigen::Isometry3d pose = testing::random_pose(random, 30);
  const auto scanned = std::make_shared<Solid>(*usual.bite_case->bite.lower);
  scanned->mesh = shapes::moved(scanned->mesh, pose.inverse());
  const Bite bite{.upper = usual.bite_case->bite.upper, .lower = scanned, .upper_from_lower = pose};
  const ArticulatedCase other{.bite_case = std::make_shared<const Case>(Case{.bite = bite}),
                              .axes = usual.axes,
                              .incisal_point = usual.incisal_point,
                              .groups = usual.groups,
                              .search = ContactSearch(bite.upper, bite.lower),
                              .gaps = GroupGaps(bite, usual.groups)};
  const GuidanceStep expected =
      movement(articulate(usual, {}), Excursion::laterotrusion_right).guidance.back();
  const GuidanceStep step = movement(articulate(other, {}), Excursion::laterotrusion_right).guidance.back();
  EXPECT_EQ(step.kind, expected.kind);
  EXPECT_LT((step.step.pose.incisal_point - expected.step.pose.incisal_point).norm(), 1e-6);
  EXPECT_NEAR(step.right_posterior->distance_mm, expected.right_posterior->distance_mm, 1e-6);
}

TEST(Articulate, of_flat_molars_works_on_the_working_side_and_without_inclination_balances) {
  const ArticulatedCase mouth = flat_molars();
  const auto last = [&](double inclination_rad, Excursion excursion) {
    ArticulateOptions options;
    options.settings.inclination_rad = {inclination_rad, inclination_rad};
    return movement(articulate(mouth, options), excursion).guidance.back();
  };
  const GuidanceStep right = last(35 * rad_per_deg, Excursion::laterotrusion_right);
  EXPECT_EQ(right.kind, GuidanceKind::group);
  EXPECT_EQ(right.step.touching, (GroupPair{16, 46}));
  EXPECT_FALSE(right.balancing);
  EXPECT_GT(right.left_posterior->distance_mm, 0.5);
  EXPECT_EQ(last(35 * rad_per_deg, Excursion::laterotrusion_left).step.touching, (GroupPair{26, 36}));
  const GuidanceStep level = last(0, Excursion::laterotrusion_right);
  EXPECT_TRUE(level.balancing);
  EXPECT_EQ(level.step.contacts.size(), 2U);
  EXPECT_NEAR(level.left_posterior->distance_mm, 0, 1e-9);
}

TEST(Articulate, tells_the_order_in_which_pairs_come_near_while_closing) {
  // The incisors touch; the molars stay 0.02 mm apart, but at half the distance from the axis they come near first.
  const ArticulatedCase mouth = case_of(
      {{11, shapes::box({-6, -6, 0}, {6, 4, 5})}, {26, plate(15, 40)}},
      {{31, edge_along_x(incisors_at_origin)}, {36, edge_along_x({25, 38, -0.02})}}, incisors_at_origin);
  const ArticulatedBite result = articulate(mouth, {});
  ASSERT_EQ(result.closing_order.size(), 2U);
  const Eigen::Vector3d axis = result.articulator.condyles.middle();
  const double incisor_arm = axis.y(), molar_arm = axis.y() - 38;
  const PairInClosing &first = result.closing_order[0], &second = result.closing_order[1];
  EXPECT_EQ(first.pair, (GroupPair{26, 36}));
  EXPECT_NEAR(first.opening_rad, 0.08 / molar_arm, 0.01 * 0.08 / molar_arm);
  EXPECT_NEAR(first.distance_mm, 0.02, 1e-9);
  EXPECT_EQ(second.pair, (GroupPair{11, 31}));
  EXPECT_NEAR(second.opening_rad, 0.1 / incisor_arm, 0.01 * 0.1 / incisor_arm);
  EXPECT_NEAR(second.incisal_mm, 0.1 * (axis - incisors_at_origin).norm() / incisor_arm, 0.002);
}

TEST(Articulate, opens_from_intercuspation_to_twenty_degrees) {
  const ArticulatedCase mouth = flat_molars();
  const ArticulatedBite result = articulate(mouth, {});
  ASSERT_EQ(result.opening.size(), 41U);
  EXPECT_EQ(result.opening.front().upper_from_lower.matrix(),
            opened(result.articulator, result.intercuspation.pose, 0).upper_from_lower.matrix());
  const Eigen::Matrix3d turned = result.opening.back().upper_from_lower.linear() *
                                 result.opening.front().upper_from_lower.linear().transpose();
  EXPECT_NEAR(Eigen::AngleAxisd(turned).angle(), 20 * rad_per_deg, 1e-12);
}

TEST(Articulate, refuses_an_axis_among_the_teeth_and_condyles_in_each_others_place) {
  const ArticulatedCase mouth = flat_molars();
  const Condyles swapped{.right = {55, 80, 30}, .left = {-55, 80, 30}};
  EXPECT_THROW((void)articulate(mouth, {.condyles = swapped}), std::invalid_argument);
  // About an axis in front of the molars an opening lifts them: into the upper, or wholly beyond it.
  for (const double y : {15.0, -20.0}) {
    const Condyles before{.right = {-55, y, 0}, .left = {55, y, 0}};
    EXPECT_THROW((void)articulate(mouth, {.condyles = before}), std::invalid_argument) << y;
  }
  EXPECT_THROW((void)articulate(mouth, {.settings = {{.bonwill_arm_mm = 1}, {}}}), std::invalid_argument);
}

TEST(Articulate, with_a_threshold_of_nothing_still_names_the_pair_that_touches) {
  const ArticulatedCase mouth = canine_guided();
  const ArticulatedBite result = articulate(mouth, {.threshold_mm = 0});
  for (const GuidanceStep& step : movement(result, Excursion::laterotrusion_right).guidance)
    EXPECT_EQ(step.kind, GuidanceKind::canine);
}

TEST(IncisalPoint, is_amid_the_edges_of_the_central_incisors) {
  const auto lower = testing::jaw_of({{31, shapes::box({0, 0, -8}, {5, 2, 1})},
                                      {41, shapes::box({-5, 0, -8}, {0, 2, 3})},
                                      {33, shapes::box({12, 4, -8}, {18, 10, 4})}});
  Bite bite{.upper = testing::jaw_of({{11, shapes::box({-5, 0, 5}, {5, 2, 9})}}), .lower = lower};
  const IncisalPoint point = lower_incisal_point(bite, testing::lps_axes());
  EXPECT_EQ(point.source, IncisalSource::incisors);
  EXPECT_LT((point.case_point - Eigen::Vector3d(0, 1, 2)).norm(), 1e-12);
  bite.upper_from_lower.translation() = Eigen::Vector3d(0.5, 0, 1);
  EXPECT_LT((lower_incisal_point(bite, testing::lps_axes()).case_point - Eigen::Vector3d(0.5, 1, 3)).norm(),
            1e-12);
}

TEST(IncisalPoint, without_numbers_is_the_front_by_the_midline) {
  const Bite bite = testing::bite_of(
      testing::together({shapes::box({-30, 0, 5}, {-20, 50, 9}), shapes::box({20, 0, 5}, {30, 50, 9})}),
      testing::together({shapes::fine_box({-3, 0, -8}, {3, 2, 1}, 1), shapes::box({-30, 5, -8}, {-20, 50, 3}),
                         shapes::box({20, 5, -8}, {30, 50, 3})}));
  const IncisalPoint point = lower_incisal_point(bite, testing::lps_axes());
  EXPECT_EQ(point.source, IncisalSource::arch_front);
  EXPECT_LT((point.case_point - Eigen::Vector3d(0, 1, 1)).norm(), 1e-12);
}

TEST(IncisalPoint, of_a_jaw_without_a_front_is_that_of_its_box) {
  const Bite bite = testing::bite_of(
      shapes::box({-30, 0, 5}, {30, 50, 9}),
      testing::together({shapes::box({-30, 5, -8}, {-20, 50, 3}), shapes::box({20, 6, -8}, {30, 50, 1})}));
  const IncisalPoint point = lower_incisal_point(bite, testing::lps_axes());
  EXPECT_EQ(point.source, IncisalSource::jaw_box);
  EXPECT_LT((point.case_point - Eigen::Vector3d(0, 5, 3)).norm(), 1e-12);
}

TEST(Regions, stand_in_where_a_jaw_has_no_numbers) {
  const Bite bite = testing::bite_of(
      testing::together({shapes::box({-30, 20, 5}, {-20, 50, 9}), shapes::box({20, 20, 5}, {30, 50, 9}),
                         shapes::box({-5, 0, 5}, {5, 3, 9})}),
      shapes::box({-30, 0, 0}, {30, 50, 3}));
  const BiteGroups groups = groups_of(bite, testing::lps_axes());
  EXPECT_FALSE(groups.upper_has_teeth);
  EXPECT_EQ(groups.upper[0], right_posterior_group);
  EXPECT_EQ(groups.upper[12], left_posterior_group);
  EXPECT_EQ(groups.upper[24], anterior_group);
}

}  // namespace
}  // namespace intercusp
