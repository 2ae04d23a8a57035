// Seating of arches: generated ones and real scans. Every start near the place leads to it; distant starts are refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "datasets/dentition.h"
#include "io/case/import_jaw.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/registration/find_bite.h"
#include "tests/occlusion/motion/seating/scenes.h"
#include "tests/support/dentitions.h"
#include "tests/support/real_scans.h"
#include "tests/support/scan_changes.h"
#include "tests/support/wide.h"

namespace intercusp {
namespace {

std::string finding_codes(const Settlement& settlement) {
  std::string text;
  for (const Finding& refusal : settlement.refusals) text += refusal.code + "\n";
  return text;
}

Bite generated() {
  const Dentition made = make_dentition({.triangles = 30000, .seed = 5});
  return {.upper = testing::labelled_solid(made.upper), .lower = testing::labelled_solid(made.lower)};
}

std::optional<Bite> real_pair(const std::string& name) {
  const auto folder = testing::real_scans() / name;
  if (!std::filesystem::exists(folder / "upper.stl")) return std::nullopt;
  return Bite{.upper = import_jaw((folder / "upper.stl").string(), Jaw::upper).solid,
              .lower = import_jaw((folder / "lower.stl").string(), Jaw::lower).solid};
}

//! Moved about the bite's centre.
Bite moved(const Bite& bite, const Settlement& settled, const Eigen::Isometry3d& motion) {
  const Eigen::Vector3d centre = *settled.found * settled.lower_centre;
  Bite result = bite;
  result.upper_from_lower =
      Eigen::Translation3d(centre) * motion * Eigen::Translation3d(-centre) * bite.upper_from_lower;
  return result;
}

//! \return the seated pose of the bite itself.
Settlement expect_one_place(const Bite& bite, int starts, unsigned seed) {
  const Settlement settled = settle(prepare_case(bite));
  EXPECT_TRUE(settled.settled()) << finding_codes(settled);
  if (!settled.settled()) return settled;
  EXPECT_LE(-settled.after->least->bound_mm, 0.010);
  EXPECT_LT(settled.after->least->distance_mm, 0);
  std::mt19937 random(seed);
  for (int i = 0; i < starts; ++i) {
    const Settlement other =
        settle(prepare_case(moved(bite, settled, testing::small_pose(random, 0.5, 0.5))));
    EXPECT_TRUE(other.settled()) << "start " << i << " of seed " << seed << "\n" << finding_codes(other);
    if (!other.found) continue;
    EXPECT_LT(largest_displacement(*bite.lower, *settled.found, *other.found), 0.05)
        << "start " << i << " of seed " << seed;
  }
  return settled;
}

TEST(SettleArches, a_generated_dentition_comes_back_to_one_place_from_moved_starts) {
  expect_one_place(generated(), 2, 11);
}

class SettleScans : public ::testing::TestWithParam<const char*> {};

TEST_P(SettleScans, come_back_to_one_place_and_a_tooths_width_away_are_refused) {
  const auto bite = real_pair(GetParam());
  if (!bite) GTEST_SKIP() << "no real scans in " << testing::real_scans();
  const Settlement settled = expect_one_place(*bite, 1, 12);
  ASSERT_TRUE(settled.found.has_value());
  // The README of the scans: closest-point depth of about 0.2 and 0.3 mm.
  EXPECT_LT(settled.before->least->distance_mm, -0.2);
  EXPECT_LT(settled.change->largest_mm, 0.5);
  const Eigen::Isometry3d forward(Eigen::Translation3d(7 * settled.axes->anterior));
  const Eigen::Isometry3d turned(Eigen::AngleAxisd(std::numbers::pi, settled.axes->superior));
  for (const Eigen::Isometry3d& motion : {forward, turned}) {
    EXPECT_FALSE(settle(prepare_case(moved(*bite, settled, motion))).settled());
  }
  const Settlement swapped =
      settle(prepare_case({bite->lower, bite->upper, bite->upper_from_lower.inverse(Eigen::Isometry)}));
  EXPECT_FALSE(swapped.settled());
}

//! The search for a bite knows nothing of the pose that the scans were published in.
TEST_P(SettleScans, from_the_bite_that_is_found_they_come_to_the_same_place) {
  const auto published = real_pair(GetParam());
  if (!published) GTEST_SKIP() << "no real scans in " << testing::real_scans();
  Bite scrambled = *published;
  scrambled.upper_from_lower = random_pose(5);
  const FoundBite found = find_bite(scrambled, {});
  ASSERT_TRUE(found.determined());
  const Settlement of_published = settle(prepare_case(*published)),
                   of_found = settle(prepare_case(found.jaws));
  ASSERT_TRUE(of_published.settled() && of_found.settled());
  EXPECT_LT(largest_displacement(*published->lower, *of_published.found, *of_found.found), 0.01);
}

INSTANTIATE_TEST_SUITE_P(Pairs, SettleScans, ::testing::ValuesIn(testing::samples({"case-a", "case-b"})),
                         [](const auto& scan) { return std::string(scan.param) == "case-a" ? "a" : "b"; });

}  // namespace
}  // namespace intercusp
