#include "occlusion/teeth/scores.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

constexpr std::size_t canine = 2;
constexpr int first = 50, last = 64;  // columns of 7 mm

//! How much more a crown of this height looks like a permanent canine than like a milk one, than without its height.
double says_permanent(double height_mm) {
  ArchProfile profile;
  profile.columns.resize(120);
  ArchEvidence evidence(profile);
  const auto difference = [](const ArchEvidence& e) {
    const ToothScores scores(e, Jaw::upper, 1);
    const std::size_t span = ToothScores::span(first, last);
    return scores.permanent(span)[canine] - scores.milk(span)[canine];
  };
  const double without = difference(evidence);
  evidence.height_mm.assign(profile.columns.size(), height_mm);
  evidence.height_share = 0.8;
  return difference(evidence) - without;
}

TEST(ArchScores, tell_a_high_canine_from_a_milk_canine) {
  EXPECT_GT(says_permanent(8.2), 2);
  EXPECT_LT(says_permanent(6.3), -1.5);
}

TEST(ArchScores, do_not_take_a_canine_that_erupts_for_a_milk_canine) { EXPECT_GT(says_permanent(3), 0); }

TEST(ArchScores, say_nothing_of_heights_where_no_crown_was_cut) { EXPECT_EQ(says_permanent(0), 0); }

}  // namespace
}  // namespace intercusp
