// Intervals of balls under a plate: the effect of a shift of the lower on their contacts is known on paper.
#include "occlusion/contacts/intervals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/occlusion/contacts/scenes.h"

namespace intercusp {
namespace {

using testing::Balls;

constexpr double sigma_mm = 0.02;
constexpr int poses = 500;
// Of 500 poses a 2.5 % percentile is off by √(0.025·0.975/500)/φ(1.96) = 0.12 standard deviations; four times
// that.
constexpr double percentile_error = 0.5;

//! Only shifts, and of them only those across the plate matter.
BiteError shifts(int count = poses, std::uint64_t seed = 1) {
  return {.translation_mm = sigma_mm, .rotation_rad = 0, .poses = count, .seed = seed};
}

//! Two balls: one 0.1 mm into the plate at z = −0.1, one whose top is `far_gap_mm` from it.
struct TwoBalls {
  double radius_mm = 5, depth_mm = 0.1, far_gap_mm = 0.05;
  Bite bite = make();
  std::vector<double> thresholds_mm = {0.06, 0.2};
  std::vector<int> upper_teeth = std::vector<int>(bite.upper->mesh.faces.size(), 16);
  std::vector<int> lower_teeth = make_lower_teeth();
  View view = testing::view_of(bite, 0.05);
  ClearanceMap map = ZListEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
  ContactTable contacts = make_contacts();

  [[nodiscard]] NominalContacts nominal() const {
    return {contacts, -depth_mm, thresholds_mm, upper_teeth, lower_teeth};
  }
  //! Surface of the deep ball within a threshold, when the lower is moved towards the plate.
  [[nodiscard]] double deep_mm2(double threshold_mm, double moved_mm = 0) const {
    return 2 * std::numbers::pi * radius_mm * (threshold_mm + depth_mm + moved_mm);
  }
  [[nodiscard]] double far_mm2(double threshold_mm, double moved_mm = 0) const {
    return 2 * std::numbers::pi * radius_mm * std::max(0.0, threshold_mm - far_gap_mm + moved_mm);
  }

 private:
  [[nodiscard]] Bite make() const {
    return testing::bite_of(
        shapes::box({-30, -30, 0}, {30, 30, 5}),
        testing::together({shapes::sphere({-10, 0, depth_mm - radius_mm}, radius_mm, 200),
                           shapes::sphere({10, 0, -far_gap_mm - radius_mm}, radius_mm, 200)}));
  }
  [[nodiscard]] std::vector<int> make_lower_teeth() const {
    std::vector<int> teeth(bite.lower->mesh.faces.size(), 46);
    std::fill(teeth.begin() + static_cast<std::ptrdiff_t>(teeth.size() / 2), teeth.end(), 36);
    return teeth;
  }
  [[nodiscard]] ContactTable make_contacts() const {
    const CountedMap counted{map, {}};
    return map_contacts(std::span(&counted, 1), bite, thresholds_mm, upper_teeth, lower_teeth, std::nullopt);
  }
};

class IntervalsOf : public ::testing::TestWithParam<bool> {
 protected:
  //! By surface distance or by clearance: for a plate across the direction both are the same.
  [[nodiscard]] static Intervals intervals(const TwoBalls& scene, const BiteError& error,
                                           const Progress& progress = {}) {
    ZListEngine live(scene.bite.upper, scene.bite.lower, {.facing_only = true});
    const View coarse = coarse_view(scene.view, 0.05);
    if (!GetParam()) return clearance_intervals(live, coarse, scene.bite, scene.nominal(), error, progress);
    return distance_intervals(prepare_jaws(scene.bite), live.compute(coarse, scene.bite.upper_from_lower),
                              scene.bite, scene.nominal(), error, progress);
  }
};

TEST_P(IntervalsOf, areas_are_those_of_the_lower_shifted_by_two_deviations) {
  const TwoBalls scene;
  const Intervals found = intervals(scene, shifts());
  ASSERT_EQ(found.areas.size(), 2U);
  const double move = 1.96 * sigma_mm, off = percentile_error * sigma_mm;
  // 0.2 mm: both balls are in contact at both ends.
  const AreaInterval& wide = found.areas[1];
  const double slope = 4 * std::numbers::pi * scene.radius_mm;  // of both areas, by the move
  const auto area = [&](double moved) { return scene.deep_mm2(0.2, moved) + scene.far_mm2(0.2, moved); };
  // Coarse pixels of 0.05 mm: a thousandth of the area.
  EXPECT_NEAR(wide.surface_mm2.low, area(-move), slope * off + 0.001 * area(0));
  EXPECT_NEAR(wide.surface_mm2.high, area(move), slope * off + 0.001 * area(0));
  EXPECT_EQ(wide.contacts.low, 2);
  EXPECT_EQ(wide.contacts.high, 2);
  // 0.06 mm: the far ball leaves the contact.
  EXPECT_EQ(found.areas[0].contacts.low, 1);
  EXPECT_EQ(found.areas[0].contacts.high, 2);
}

TEST_P(IntervalsOf, teeth_are_told_apart) {
  const TwoBalls scene;
  const Intervals found = intervals(scene, shifts());
  ASSERT_EQ(found.teeth.size(), scene.contacts.teeth.size());
  const auto of = [&](int tooth, double threshold) {
    return std::find_if(found.teeth.begin(), found.teeth.end(), [&](const ToothInterval& entry) {
      return entry.tooth == tooth && entry.threshold_mm == threshold;
    });
  };
  const double off = 2 * std::numbers::pi * scene.radius_mm * percentile_error * sigma_mm + 0.02;
  EXPECT_NEAR(of(46, 0.06)->surface_mm2.high, scene.deep_mm2(0.06, 1.96 * sigma_mm), off);
  EXPECT_NEAR(of(46, 0.06)->surface_mm2.low, scene.deep_mm2(0.06, -1.96 * sigma_mm), off);
  EXPECT_EQ(of(36, 0.06)->surface_mm2.low, 0);
  EXPECT_NEAR(of(36, 0.06)->surface_mm2.high, scene.far_mm2(0.06, 1.96 * sigma_mm), off);
}

TEST_P(IntervalsOf, a_contact_that_may_not_be_there_is_marked) {
  const TwoBalls scene;
  const Intervals found = intervals(scene, shifts());
  ASSERT_EQ(found.contacts.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const ContactPatch& patch = scene.contacts.patches[i];
    EXPECT_EQ(found.contacts[i].id, patch.id);
    EXPECT_TRUE(found.contacts[i].followed);
    const bool doubtful = patch.lower_tooth == 36 && patch.threshold_mm == 0.06;
    EXPECT_EQ(found.contacts[i].vanishes(), doubtful);
    if (!doubtful) {
      EXPECT_EQ(found.contacts[i].presence, 1);
      continue;
    }
    // In contact where the shift is at least 0.05 − 0.06 mm: half a deviation. 500 poses: ±0.02, three times
    // that; and a ball's top of less than a pixel is not seen: R − √(R² − 0.035²) = 0.0001 mm.
    EXPECT_NEAR(found.contacts[i].presence, 0.5 * std::erfc(-0.5 / std::numbers::sqrt2), 0.065);
  }
}

TEST_P(IntervalsOf, the_least_distance_moves_with_the_lower) {
  const TwoBalls scene;
  const Intervals found = intervals(scene, shifts());
  ASSERT_TRUE(found.least_mm);
  EXPECT_NEAR(found.least_mm->low, -0.1 - 1.96 * sigma_mm, percentile_error * sigma_mm);
  EXPECT_NEAR(found.least_mm->high, -0.1 + 1.96 * sigma_mm, percentile_error * sigma_mm);
}

// A search for contact alone finds neither ball then.
TEST(ClearanceIntervals, the_least_clearance_beyond_all_thresholds_is_found) {
  constexpr double apart_mm = 1;
  TwoBalls scene;
  scene.bite.upper_from_lower.pretranslate(Eigen::Vector3d(0, 0, -scene.depth_mm - apart_mm));
  ZListEngine live(scene.bite.upper, scene.bite.lower, {.facing_only = true});
  const NominalContacts nominal{.contacts = scene.contacts,
                                .least_mm = apart_mm,
                                .thresholds_mm = scene.thresholds_mm,
                                .upper_teeth = scene.upper_teeth,
                                .lower_teeth = scene.lower_teeth};
  const Intervals found =
      clearance_intervals(live, coarse_view(scene.view, 0.05), scene.bite, nominal, shifts());
  ASSERT_TRUE(found.least_mm);
  EXPECT_NEAR(found.least_mm->low, apart_mm - 1.96 * sigma_mm, percentile_error * sigma_mm);
  EXPECT_NEAR(found.least_mm->high, apart_mm + 1.96 * sigma_mm, percentile_error * sigma_mm);
}

TEST_P(IntervalsOf, a_seed_gives_the_same_bits_and_another_others) {
  const TwoBalls scene;
  const Intervals once = intervals(scene, shifts(40)), again = intervals(scene, shifts(40));
  const Intervals other = intervals(scene, shifts(40, 2));
  EXPECT_EQ(once.areas[0].surface_mm2.low, again.areas[0].surface_mm2.low);
  EXPECT_EQ(once.least_mm->high, again.least_mm->high);
  EXPECT_NE(once.areas[0].surface_mm2.low, other.areas[0].surface_mm2.low);
}

TEST_P(IntervalsOf, without_an_error_they_are_the_numbers_themselves) {
  const TwoBalls scene;
  const Intervals found = intervals(scene, {.translation_mm = 0, .rotation_rad = 0, .poses = 3});
  for (std::size_t t = 0; t < 2; ++t) {
    EXPECT_NEAR(found.areas[t].surface_mm2.low, scene.contacts.areas[t].surface_mm2, 1e-9);
    EXPECT_NEAR(found.areas[t].surface_mm2.high, scene.contacts.areas[t].surface_mm2, 1e-9);
    EXPECT_EQ(found.areas[t].contacts.low, 2);
  }
  EXPECT_NEAR(found.least_mm->low, -0.1, 1e-9);
}

TEST_P(IntervalsOf, say_how_far_they_are_before_each_pose) {
  const TwoBalls scene;
  std::size_t calls = 0;
  const Intervals found = intervals(scene, shifts(), [&](double) { ++calls; });
  EXPECT_EQ(found.poses, calls);
}

INSTANTIATE_TEST_SUITE_P(By, IntervalsOf, ::testing::Values(false, true),
                         [](const auto& by) { return std::string(by.param ? "distance" : "clearance"); });

TEST(PosesWithin, have_the_deviations_that_were_asked_for) {
  Bite bite =
      testing::bite_of(shapes::box({-20, -30, 0}, {20, 30, 10}), shapes::box({-20, -30, -10}, {20, 30, 0}));
  bite.upper_from_lower.translation() = Eigen::Vector3d(1, 2, 0);
  const BiteError error{.translation_mm = 0.03, .rotation_rad = 0.002, .poses = 4000, .seed = 7};
  const auto cloud = poses_within(bite, error);
  ASSERT_EQ(cloud.size(), 4000U);
  const Eigen::Vector3d middle(0.5, 1, 0);  // of both jaws, case frame
  Eigen::Vector3d shift2 = Eigen::Vector3d::Zero(), turn2 = shift2;
  for (const Eigen::Isometry3d& pose : cloud) {
    const Eigen::Isometry3d moved = pose * bite.upper_from_lower.inverse(Eigen::Isometry);
    shift2 += (moved * middle - middle).cwiseAbs2();
    const Eigen::AngleAxisd turn(moved.linear());
    turn2 += (turn.angle() * turn.axis()).cwiseAbs2();
    EXPECT_NEAR((moved.linear() * moved.linear().transpose() - Eigen::Matrix3d::Identity()).norm(), 0, 1e-12);
  }
  // The deviation of 4000 normal numbers is off by 1/√8000, 1.1 %; five times that.
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(std::sqrt(shift2[axis] / 4000), 0.03, 0.056 * 0.03);
    EXPECT_NEAR(std::sqrt(turn2[axis] / 4000), 0.002, 0.056 * 0.002);
  }
}

}  // namespace
}  // namespace intercusp
