#include "occlusion/teeth/arch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "occlusion/teeth/scores.h"

namespace intercusp {
namespace {

//! A catenary, as arches have it, turned by an angle; each arm has its own length.
ArchPath catenary(double left_mm, double right_mm, double turn_rad) {
  constexpr double width_mm = 14;
  ArchPath arch{.origin = Eigen::Vector3d::Zero(),
                .up = {0, 0, 1},
                .right = {1, 0, 0},
                .front = {0, 1, 0},
                .points = {},
                .step_mm = 0.5};
  const double cos = std::cos(turn_rad), sin = std::sin(turn_rad);
  for (double at = -left_mm; at <= right_mm; at += arch.step_mm) {
    const double x = width_mm * std::asinh(at / width_mm), y = -width_mm * std::cosh(x / width_mm);
    arch.points.emplace_back(cos * x - sin * y, sin * x + cos * y);
  }
  return arch;
}

TEST(ArchSymmetry, is_found_however_long_the_arms_are) {
  for (const double left_mm : {40.0, 48.0, 70.0}) {
    for (const double turn_rad : {0.0, 0.4, -1.1}) {
      const auto axis = symmetry_axis_mm(catenary(left_mm, 50, turn_rad));
      ASSERT_TRUE(axis.has_value()) << left_mm;
      EXPECT_NEAR(*axis, left_mm, 0.5) << left_mm << ' ' << turn_rad;
    }
  }
}

TEST(ArchSymmetry, is_not_told_from_a_part_of_an_arch) {
  EXPECT_FALSE(symmetry_axis_mm(catenary(10, 50, 0)).has_value());
}

TEST(ArchSymmetry, tells_the_midline_and_no_other_border) {
  ArchProfile profile;
  profile.columns.resize(200);
  profile.axis_mm = 50;
  const ArchEvidence evidence(profile);
  const ArchScores scores(evidence, ToothScores(evidence, Jaw::lower, 1), ToothSet::permanent);
  constexpr int at_axis = 100, beside = 112;  // by a lower incisor's width
  EXPECT_GT(scores.touching(7, 8, at_axis) - scores.touching(7, 8, beside), 3);
  EXPECT_EQ(scores.touching(6, 7, at_axis), scores.touching(6, 7, beside));
  EXPECT_EQ(scores.touching(8, 9, at_axis), scores.touching(8, 9, beside));
  // A gap that ends within 10 mm of the axis may hold it, as where a central incisor is missing.
  EXPECT_EQ(scores.apart(7, 8, at_axis), scores.apart(7, 8, at_axis + 20));
  EXPECT_GT(scores.apart(7, 8, at_axis), scores.apart(7, 8, at_axis - 12));
}

}  // namespace
}  // namespace intercusp
