#include "io/results/comparison/change_scale.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

TEST(ChangeScale, ends_at_round_numbers_that_one_change_in_a_hundred_exceeds) {
  std::vector<double> sizes_mm(1000, 0.004);
  EXPECT_EQ(change_limit_mm(sizes_mm), 0.01);
  std::fill_n(sizes_mm.begin(), 9, 0.3);
  EXPECT_EQ(change_limit_mm(sizes_mm), 0.01) << "9 of 1000";
  std::fill_n(sizes_mm.begin(), 20, 0.3);
  EXPECT_EQ(change_limit_mm(sizes_mm), 0.5) << "20 of 1000";
  EXPECT_EQ(change_limit_mm(std::vector<double>(10, 0.2)), 0.2);
  EXPECT_EQ(change_limit_mm(std::vector<double>(10, 0.021), 0.04), 0.05) << "no less than asked";
  EXPECT_DOUBLE_EQ(change_limit_mm({1.5}), 2);
  EXPECT_EQ(change_limit_mm({}), 0.01);
}

TEST(ChangeScale, is_grey_within_the_noise_also_where_it_ends_before) {
  const ChangeScale scale{.noise_mm = 0.06, .end_mm = 0.05};
  EXPECT_EQ(scale.colour_at(0.055), within_noise_colour);
  EXPECT_EQ(scale.colour_at(-0.07), (ChangeScale{0.01, 0.05}).colour_at(-0.05));
}

}  // namespace
}  // namespace intercusp
