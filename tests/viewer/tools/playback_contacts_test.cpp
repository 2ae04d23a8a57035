#include "viewer/tools/tracks/playback_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/viewer/case/cases.h"

namespace intercusp::viewer {
namespace {

constexpr double threshold_mm = 0.1;

std::shared_ptr<const Solid> numbered(const Solid& solid, int fdi) {
  Solid copy = solid;
  copy.labels.assign(copy.mesh.vertices.size(), fdi);
  return std::make_shared<const Solid>(std::move(copy));
}

//! A ball of the upper, numbered 16, over a plate of the lower, numbered 46.
std::shared_ptr<const LoadedCase> numbered_ball_over_plate(double gap_mm) {
  const Bite bite = sphere_over_plate(gap_mm)->bite;
  return case_of({numbered(*bite.upper, 16), numbered(*bite.lower, 46), bite.upper_from_lower});
}

//! Far, 0.02 mm apart, 0.05 mm deep, far: one second each.
Track down_and_up() {
  Track track;
  double time_s = 0;
  for (const double gap_mm : {1.0, 0.02, -0.05, 1.0})
    track.poses.push_back({time_s++, Eigen::Isometry3d(Eigen::Translation3d(0, 0, -gap_mm))});
  return track;
}

//! Of the plate, below a ball whose lowest point is that far above it.
double contact_area_mm2(double gap_mm, Measure measure) {
  const double radius = sphere_radius_mm, height = radius + gap_mm;
  // By clearance the ball's surface is at most the threshold above; by distance its centre is at most R + threshold away.
  const double reach = measure == Measure::clearance ? radius : radius + threshold_mm;
  const double below = measure == Measure::clearance ? height - threshold_mm : height;
  return std::numbers::pi * (reach * reach - below * below);
}

TEST(PlaybackContacts, a_ball_touches_a_plate_at_the_known_samples_places_and_areas) {
  const auto loaded = numbered_ball_over_plate(0);
  PlayOptions options{.threshold_mm = threshold_mm};
  options.direction = Eigen::Vector3d::UnitZ();
  for (const Measure measure : {Measure::clearance, Measure::surface_distance}) {
    const PlaybackContacts playback = playback_contacts(*loaded, down_and_up(), options, measure);
    ASSERT_EQ(playback.pairs.size(), 1U);
    EXPECT_EQ(playback.pairs[0].pair, (GroupPair{16, 46}));
    ASSERT_EQ(playback.pairs[0].contacts.size(), 2U);
    EXPECT_EQ(playback.pairs[0].at(0), nullptr);
    for (const auto& [sample, gap_mm] : {std::pair{1U, 0.02}, {2U, -0.05}}) {
      const PairContact* const contact = playback.pairs[0].at(sample);
      ASSERT_NE(contact, nullptr);
      // The ball's facets lie inside it by up to the sagitta, pixels beside the pole miss it by less.
      EXPECT_NEAR(contact->least_mm, gap_mm, sphere_sagitta_mm() + 1e-3);
      const double by_radius = 2 * std::numbers::pi * sphere_radius_mm;  // change of the area with the gap
      const double contour_mm = 2 * std::sqrt(std::numbers::pi * contact_area_mm2(gap_mm, measure));
      EXPECT_NEAR(contact->area_mm2, contact_area_mm2(gap_mm, measure),
                  by_radius * sphere_sagitta_mm() + 0.05 * contour_mm * live_pixel_mm);
      EXPECT_NEAR(contact->centre.head<2>().norm(), 0, live_pixel_mm);
      EXPECT_NEAR(contact->centre.z(), -gap_mm, 1e-6);
      ASSERT_TRUE(playback.centre[sample]);
      EXPECT_TRUE(playback.centre[sample]->isApprox(contact->centre));
      EXPECT_EQ(playback.area_mm2[sample], contact->area_mm2);
      EXPECT_EQ(playback.least_mm[sample], contact->least_mm);
    }
    EXPECT_FALSE(playback.centre[0]);
    EXPECT_EQ(std::isnan(playback.least_mm[0]), measure == Measure::surface_distance);  // 1 mm apart
    EXPECT_EQ(playback.sample_at(-1), 0U);
    EXPECT_EQ(playback.sample_at(1.4), 1U);
    EXPECT_EQ(playback.sample_at(1.6), 2U);
    EXPECT_EQ(playback.sample_at(9), 3U);
  }
}

TEST(PlaybackContacts, jaws_without_numbers_are_told_apart_by_region) {
  Bite bite = small_dentition();
  for (auto* const jaw : {&bite.upper, &bite.lower}) {
    Solid unnumbered = **jaw;
    unnumbered.labels.clear();
    *jaw = std::make_shared<const Solid>(std::move(unnumbered));
  }
  const auto loaded = case_of(bite);
  Track still;
  still.poses = {{0, bite.upper_from_lower}, {1, bite.upper_from_lower}};
  const PlaybackContacts playback =
      playback_contacts(*loaded, still, {.threshold_mm = threshold_mm}, Measure::clearance);
  const auto has = [&](ToothGroup group) { return playback.find({group, group}) != nullptr; };
  EXPECT_TRUE(has(right_posterior_group));
  EXPECT_TRUE(has(left_posterior_group));
}

}  // namespace
}  // namespace intercusp::viewer
