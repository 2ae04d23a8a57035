#include "occlusion/geometry/polynomial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace intercusp {
namespace {

//! The polynomial with these roots, constant first.
std::vector<double> with_roots(const std::vector<double>& roots, double leading) {
  std::vector<double> polynomial{leading};
  for (const double root : roots) {
    polynomial.insert(polynomial.begin(), 0);
    for (std::size_t i = 0; i + 1 < polynomial.size(); ++i) polynomial[i] -= root * polynomial[i + 1];
  }
  return polynomial;
}

TEST(SignChanges, are_the_roots_between_the_ends) {
  const std::vector<double> quartic = with_roots({-2, 0.5, 1, 3}, -2.5);
  const Roots all = sign_changes(quartic, -10, 10);
  ASSERT_EQ(all.count, 4);
  EXPECT_NEAR(all.at[0], -2, 1e-14);
  EXPECT_NEAR(all.at[1], 0.5, 1e-14);
  EXPECT_NEAR(all.at[2], 1, 1e-14);
  EXPECT_NEAR(all.at[3], 3, 1e-14);
  const Roots some = sign_changes(quartic, 0.75, 2);
  ASSERT_EQ(some.count, 1);
  EXPECT_NEAR(some.at[0], 1, 1e-14);
}

TEST(SignChanges, a_root_that_only_touches_is_none) {
  EXPECT_EQ(sign_changes(with_roots({1, 1}, 1), 0, 3).count, 0);
  std::vector<double> two_valleys = with_roots({1, 1, 2, 2}, 1);
  two_valleys[0] += 1e-12;
  EXPECT_EQ(sign_changes(two_valleys, 0, 3).count, 0);
  two_valleys[0] -= 2e-12;
  EXPECT_EQ(sign_changes(two_valleys, 0, 3).count, 4);
}

TEST(SignChanges, of_the_eighth_degree_are_all_found) {
  const Roots roots = sign_changes(with_roots({1, 2, 3, 4, 5, 6, 7, 8}, 1), 0, 10);
  ASSERT_EQ(roots.count, 8);
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(roots.at[static_cast<std::size_t>(i)], i + 1, 1e-9);
}

TEST(SignChanges, leading_zeros_lower_the_degree) {
  const std::vector<double> line{-3, 2, 0, 0, 0};
  const Roots roots = sign_changes(line, 0, 10);
  ASSERT_EQ(roots.count, 1);
  EXPECT_EQ(roots.at[0], 1.5);
  EXPECT_EQ(sign_changes(std::vector<double>{0, 0, 0}, 0, 1).count, 0);
  EXPECT_EQ(sign_changes(std::vector<double>{7}, 0, 1).count, 0);
}

//! Roots over six orders of magnitude, as for a start far from a small collider.
TEST(SignChanges, of_random_quartics_are_all_found) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-3, 3), sign(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> known;
    for (int k = 0; k < 4; ++k) known.push_back(std::copysign(std::pow(10, exponent(random)), sign(random)));
    std::sort(known.begin(), known.end());
    bool apart = true;
    for (int k = 0; k < 3; ++k) apart &= known[k + 1] - known[k] > 1e-3 * std::abs(known[k]) + 1e-4;
    if (!apart) continue;
    const std::vector<double> quartic = with_roots(known, 1);
    const Roots found = sign_changes(quartic, -2000, 2000);
    ASSERT_EQ(found.count, 4) << i;
    for (int k = 0; k < 4; ++k) {
      double slope = 1, size = 0, power = 1;
      for (int j = 0; j < 4; ++j) slope *= j == k ? 1 : known[k] - known[j];
      for (const double c : quartic) size += std::abs(c * power), power *= known[k];
      // The displacement of a root by the rounding of the coefficients and of the value there.
      EXPECT_NEAR(found.at[k], known[k], 32e-16 * size / std::abs(slope) + 1e-15 * std::abs(known[k])) << i;
    }
  }
}

TEST(QuadraticRoots, keep_their_digits_where_one_is_small) {
  const Roots roots = quadratic_roots(1e-9, 1, -1e-3);  // t ≈ 1e-3 and ≈ -1e9
  ASSERT_EQ(roots.count, 2);
  EXPECT_NEAR(roots.at[1], 1e-3 - 1e-15, 1e-18);
}

}  // namespace
}  // namespace intercusp
