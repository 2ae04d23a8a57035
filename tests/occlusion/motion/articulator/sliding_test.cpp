// Sliding on shapes whose paths are known.

#include "occlusion/motion/articulator/sliding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/occlusion/motion/articulator/mouth.h"

namespace intercusp {
namespace {

using testing::sideways_prism;

//! One point of the lower under a plane of the upper. A turn meets it by A·cos φ + B·sin φ + C = 0, solved here by
//! bisection, which is independent of the tested code.
struct PointUnderPlane {
  Eigen::Vector3d point;   // lower's frame
  Eigen::Vector3d normal;  // downwards
  double offset_mm;        // the plane is normal · x = offset

  std::optional<FirstContact> operator()(const Eigen::Isometry3d& pose, const Motion& closing) const {
    const auto above = [&](double amount) {
      return normal.dot(closing.at(amount) * (pose * point)) < offset_mm;
    };
    constexpr int looks = 4000;
    for (int i = 1; i <= looks; ++i) {
      double within = closing.limit() * (i - 1) / looks, beyond = closing.limit() * i / looks;
      if (!above(beyond)) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (within + beyond);
        (above(middle) ? beyond : within) = middle;
      }
      return FirstContact{.amount = within, .case_point = closing.at(within) * (pose * point)};
    }
    return std::nullopt;
  }
};

//! Descends towards the front by that angle, through the origin.
Eigen::Vector3d ramp_normal(double slope_rad) { return {0, std::sin(slope_rad), -std::cos(slope_rad)}; }

Articulator articulator_at(const Eigen::Vector3d& incisal_point, const ArticulatorSettings& settings = {}) {
  return {.axes = lps_axes(),
          .condyles = bonwill_condyles(incisal_point, lps_axes(), settings),
          .settings = settings,
          .incisal_point = incisal_point,
          .upper_from_lower = Eigen::Isometry3d::Identity()};
}

TEST(Intercuspation, opens_a_bite_that_overlaps_and_closes_one_that_gapes) {
  for (const double height_mm : {0.3, -0.7}) {
    const Eigen::Vector3d tip(0, 0, height_mm);
    const Articulator articulator = articulator_at(tip);
    const auto pose = intercuspation(articulator, PointUnderPlane{tip, {0, 0, -1}, 0});
    ASSERT_TRUE(pose);
    EXPECT_NEAR(pose->incisal_point.z(), 0, 1e-12);
    // The tip turns about the middle of the condyles: its angle there changes from one height to the other.
    const Eigen::Vector3d axis = articulator.condyles.middle();
    const double radius = (tip - axis).norm();
    const double turned = std::asin((axis.z() - 0) / radius) - std::asin((axis.z() - height_mm) / radius);
    EXPECT_NEAR(pose->opening_rad, turned, 1e-12);
  }
}

TEST(Intercuspation, of_jaws_that_meet_nowhere_is_nothing) {
  const Articulator articulator = articulator_at({0, 0, 0});
  EXPECT_FALSE(intercuspation(articulator, PointUnderPlane{{0, 0, 0}, {0, 0, -1}, -80}));
}

TEST(Slide, follows_the_ramp_that_guides_it) {
  for (const double slope_deg : {0.0, 20.0, 45.0, 60.0}) {
    const Eigen::Vector3d tip(0, 0, -0.2);
    const Articulator articulator = articulator_at(tip);
    const PointUnderPlane closing{tip, ramp_normal(slope_deg * rad_per_deg), 0};
    const auto start = intercuspation(articulator, closing);
    ASSERT_TRUE(start);
    const std::vector<double> excursions = {0.5, 1, 2, 3};
    const auto path = slide(articulator, Excursion::protrusion, *start, excursions, 1e-6, closing);
    ASSERT_EQ(path.size(), 4U);
    for (std::size_t i = 0; i < path.size(); ++i) {
      EXPECT_NEAR(path[i].excursion_mm, excursions[i], 1e-6) << slope_deg;
      const Eigen::Vector3d way = path[i].incisal_point - start->incisal_point;
      EXPECT_NEAR(std::atan2(-way.z(), -way.y()), slope_deg * rad_per_deg, 1e-9) << slope_deg;
      EXPECT_NEAR(way.x(), 0, 1e-12);
    }
  }
}

TEST(Slide, carries_the_condyles_along_while_it_closes_on_the_moved_axis) {
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    const Eigen::Vector3d tip(0, 0, 0);
    const Articulator articulator = articulator_at(tip, testing::random_settings(random));
    const PointUnderPlane closing{tip, ramp_normal(0.6), 0};
    const auto start = intercuspation(articulator, closing);
    for (const Excursion excursion : all_excursions) {
      for (const ArticulatedPose& pose : slide(articulator, excursion, *start, {{1.0, 2.0}}, 1e-3, closing)) {
        const Condyles there =
            moved_condyles(articulator.condyles, lps_axes(), articulator.settings, excursion, pose.travel_mm);
        EXPECT_LT((pose.upper_from_lower * articulator.condyles.right - there.right).norm(), 1e-10);
        EXPECT_LT((pose.upper_from_lower * articulator.condyles.left - there.left).norm(), 1e-10);
        EXPECT_NEAR(closing.normal.dot(pose.upper_from_lower * tip), 0, 1e-10) << "stays on the ramp";
      }
    }
  }
}

TEST(Slide, to_the_right_moves_the_chin_to_the_patients_right) {
  const Articulator articulator = articulator_at({0, 0, 0});
  const PointUnderPlane closing{{0, 0, 0}, {0, 0, -1}, 0};
  const auto start = intercuspation(articulator, closing);
  const auto right = slide(articulator, Excursion::laterotrusion_right, *start, {{3.0}}, 1e-6, closing);
  const auto left = slide(articulator, Excursion::laterotrusion_left, *start, {{3.0}}, 1e-6, closing);
  EXPECT_LT(right.front().incisal_point.x(), -2.5);
  EXPECT_GT(left.front().incisal_point.x(), 2.5);
}

TEST(Slide, ends_where_the_jaws_no_longer_meet) {
  const Articulator articulator = articulator_at({0, 0, 0});
  const PointUnderPlane plane{{0, 0, 0}, {0, 0, -1}, 0};
  const auto start = intercuspation(articulator, plane);
  const ClosingStep short_plane = [&](const Eigen::Isometry3d& pose,
                                      const Motion& closing) -> std::optional<FirstContact> {
    const auto contact = plane(pose, closing);
    return contact && contact->case_point.y() > -1.5 ? contact : std::nullopt;
  };
  const auto path =
      slide(articulator, Excursion::protrusion, *start, {{0.5, 1.0, 2.0, 3.0}}, 1e-3, short_plane);
  EXPECT_EQ(path.size(), 2U);
}

TEST(Slide, of_meshes_follows_the_ramp_as_well) {
  for (const double slope_deg : {15.0, 50.0}) {
    const double t = std::tan(slope_deg * rad_per_deg);
    const TriangleMesh ramp = sideways_prism({{-20, -20 * t}, {10, 10 * t}, {10, 40}, {-20, 40}}, -5, 5);
    const TriangleMesh roof = sideways_prism({{-2, -8}, {2, -8}, {0, -0.2}}, -1, 1);
    const Bite bite = testing::bite_of(ramp, roof);
    const ContactSearch search(bite.upper, bite.lower);
    const ClosingStep closing = [&](const Eigen::Isometry3d& pose, const Motion& turn) {
      return search.first(pose, turn);
    };
    const Articulator articulator = articulator_at({0, 0, -0.2});
    const auto start = intercuspation(articulator, closing);
    ASSERT_TRUE(start);
    const auto path = slide(articulator, Excursion::protrusion, *start, {{1.0, 3.0}}, 1e-6, closing);
    ASSERT_EQ(path.size(), 2U);
    for (const ArticulatedPose& pose : path) {
      const Eigen::Vector3d way = pose.incisal_point - start->incisal_point;
      EXPECT_NEAR(std::atan2(-way.z(), -way.y()), slope_deg * rad_per_deg, 1e-9);
    }
  }
}

}  // namespace
}  // namespace intercusp
