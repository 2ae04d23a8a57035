#include "occlusion/validation/validate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace intercusp {
namespace {

TEST(ErrorStatistics, errors_of_either_sign_have_the_figures_of_their_sizes_and_a_signed_bias) {
  const ErrorStatistics statistics = statistics_of({0.003F, -0.004F, 0, 0});
  EXPECT_EQ(statistics.pixels, 4U);
  // A float is off by 2^-24 of itself.
  EXPECT_NEAR(statistics.rms_mm, std::sqrt(25e-6 / 4), 1e-9);
  EXPECT_NEAR(statistics.bias_mm, -0.00025, 1e-9);
  EXPECT_NEAR(statistics.max_mm, 0.004, 1e-9);
}

TEST(ErrorStatistics, a_percentile_is_the_smallest_error_that_so_many_do_not_exceed) {
  std::vector<float> errors(1000);
  for (std::size_t i = 0; i < errors.size(); ++i)
    errors[i] = (i % 2 == 0 ? 1.0F : -1.0F) * static_cast<float>(i + 1);
  const ErrorStatistics statistics = statistics_of(errors);
  EXPECT_EQ(statistics.p99_mm, 990);
  EXPECT_EQ(statistics.p999_mm, 999);
  EXPECT_EQ(statistics_of({7.0F}).p99_mm, 7);
}

TEST(ErrorStatistics, the_histogram_holds_every_error_once_in_the_bin_whose_lower_edge_it_has_reached) {
  // 0.005 µm, 5 µm and −5 µm, 6 µm, 3 mm. The nearest float to 0.005 mm is below 5 µm, so the values are 0.00501 mm.
  const ErrorStatistics statistics = statistics_of({5e-6F, 0.00501F, -0.00501F, 0.006F, 3.0F});
  std::vector<std::size_t> expected(histogram_edges_um.size() + 1, 0);
  expected.front() = 1;
  expected[9] = 3;  // from 5 to 10 µm
  expected.back() = 1;
  EXPECT_EQ(histogram_edges_um[8], 5);
  EXPECT_EQ(std::vector<std::size_t>(statistics.histogram.begin(), statistics.histogram.end()), expected);
}

TEST(ErrorStatistics, without_errors_there_are_no_figures) {
  const ErrorStatistics statistics = statistics_of({});
  EXPECT_EQ(statistics.pixels, 0U);
  for (const double figure :
       {statistics.rms_mm, statistics.max_mm, statistics.p99_mm, statistics.p999_mm, statistics.bias_mm}) {
    EXPECT_TRUE(std::isnan(figure));
  }
}

}  // namespace
}  // namespace intercusp
