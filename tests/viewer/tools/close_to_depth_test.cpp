#include "viewer/tools/closing/tool.h"

#include <gtest/gtest.h>

#include "tests/support/wide.h"
#include "tests/viewer/case/cases.h"

namespace intercusp::viewer {
namespace {

std::optional<DepthMove> closed(const LoadedCase& loaded, const Eigen::Isometry3d& from, double depth_mm,
                                Measure measure) {
  const ContactSearch search(loaded.bite.upper, loaded.bite.lower);
  return close_to_depth(loaded, search, condyles_of(loaded, {}), from, depth_mm, measure);
}

//! How deep the ball of sphere_over_plate lies in the plate's tilted top, at right angles to it or along π.
double known_depth_mm(const LoadedCase& loaded, double gap_mm, const Eigen::Isometry3d& pose,
                      Measure measure) {
  const Eigen::Vector3d centre(0, 0, sphere_radius_mm + gap_mm), normal = pose.linear().col(2);
  const double deep_mm = sphere_radius_mm - normal.dot(centre - pose.translation());
  const double cosine = std::abs(normal.dot(loaded.view.direction()));
  return measure == Measure::surface_distance ? deep_mm : deep_mm / cosine;
}

TEST(CloseToDepth, a_ball_comes_to_lie_that_deep_in_a_plate_by_either_measure) {
  constexpr double gap_mm = 1;
  const auto loaded = sphere_over_plate(gap_mm);
  for (const Measure measure : {Measure::surface_distance, Measure::clearance}) {
    for (const double depth_mm : intercusp::testing::samples({0.1, 0.02, 0.5})) {
      const auto move = closed(*loaded, loaded->bite.upper_from_lower, depth_mm, measure);
      ASSERT_TRUE(move) << depth_mm;
      EXPECT_NEAR(move->depth_mm, depth_mm, depth_tolerance_mm);
      // A pixel's centre is up to half a diagonal of 0.05 mm away from the deepest place: 0.00006 mm on this ball.
      EXPECT_NEAR(known_depth_mm(*loaded, gap_mm, move->upper_from_lower, measure), depth_mm,
                  depth_tolerance_mm + sphere_sagitta_mm() + 1e-4);
    }
  }
}

TEST(CloseToDepth, jaws_too_deep_are_opened_and_none_is_first_contact) {
  const auto loaded = sphere_over_plate(1);
  const Eigen::Isometry3d deep = shifted(loaded->bite.upper_from_lower, {0, 0, 2});
  const auto move = closed(*loaded, deep, 0.1, Measure::surface_distance);
  ASSERT_TRUE(move);
  EXPECT_NEAR(known_depth_mm(*loaded, 1, move->upper_from_lower, Measure::surface_distance), 0.1,
              depth_tolerance_mm + sphere_sagitta_mm());
  const auto touching = closed(*loaded, deep, 0, Measure::surface_distance);
  ASSERT_TRUE(touching);
  EXPECT_EQ(touching->depth_mm, 0);
  EXPECT_NEAR(known_depth_mm(*loaded, 1, touching->upper_from_lower, Measure::surface_distance), 0,
              sphere_sagitta_mm() + 1e-6);
}

TEST(CloseToDepth, jaws_that_pass_each_other_are_not_closed) {
  const auto loaded = sphere_over_plate(1);
  const Eigen::Isometry3d beside = shifted(loaded->bite.upper_from_lower, {200, 0, 0});
  EXPECT_FALSE(closed(*loaded, beside, 0.1, Measure::surface_distance));
}

TEST(CloseToDepth, can_be_stopped) {
  const auto loaded = sphere_over_plate(1);
  const ContactSearch search(loaded->bite.upper, loaded->bite.lower);
  const auto stop = [](double) { throw Cancelled(); };
  EXPECT_THROW((void)close_to_depth(*loaded, search, condyles_of(*loaded, {}), loaded->bite.upper_from_lower,
                                    0.1, Measure::surface_distance, stop),
               Cancelled);
}

}  // namespace
}  // namespace intercusp::viewer
