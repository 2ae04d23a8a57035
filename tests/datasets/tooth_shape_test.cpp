#include "datasets/tooth_shape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

//! Peaks of the crown: places from which the surface falls in all directions for 0.6 mm around.
int count_cusps(const ToothShape& tooth) {
  constexpr double step_mm = 0.1;
  constexpr int reach = 6;
  const auto top = [&](double x, double y) {
    double z = occlusal_height(tooth, x, y) + 0.1;  // walls and rounded edges only lower it
    while (z > 0.5 * tooth.height_mm && inside_crown(tooth, x, y, z) < 0) z -= 0.01;
    return z;
  };
  const int columns = static_cast<int>(tooth.mesiodistal_mm / step_mm) + 1;
  const int rows = static_cast<int>(tooth.buccolingual_mm / step_mm) + 1;
  std::vector<double> heights;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      heights.push_back(top((i - columns / 2) * step_mm, (j - rows / 2) * step_mm));
    }
  }
  int peaks = 0;
  for (int j = reach; j < rows - reach; ++j) {
    for (int i = reach; i < columns - reach; ++i) {
      const double here = heights[static_cast<std::size_t>(j * columns + i)];
      if (here <= 0.5 * tooth.height_mm) continue;
      bool peak = true;
      for (int b = -reach; b <= reach && peak; ++b) {
        for (int a = -reach; a <= reach && peak; ++a) {
          const double there = heights[static_cast<std::size_t>((j + b) * columns + i + a)];
          // Of equal heights the first counts.
          peak = there < here || (there == here && (b > 0 || (b == 0 && a >= 0)));
        }
      }
      peaks += peak;
    }
  }
  return peaks;
}

TEST(ToothShape, posterior_teeth_have_the_cusps_of_their_kind) {
  EXPECT_EQ(count_cusps(tooth_shape(14)), 2);
  EXPECT_EQ(count_cusps(tooth_shape(25)), 2);
  EXPECT_EQ(count_cusps(tooth_shape(16)), 4);
  EXPECT_EQ(count_cusps(tooth_shape(27)), 4);
  EXPECT_EQ(count_cusps(tooth_shape(34)), 2);
  EXPECT_EQ(count_cusps(tooth_shape(45)), 3);
  EXPECT_EQ(count_cusps(tooth_shape(36)), 5);
  EXPECT_EQ(count_cusps(tooth_shape(47)), 4);
}

TEST(ToothShape, a_canine_has_one_tip_and_an_incisor_an_edge) {
  const ToothShape canine = tooth_shape(13);
  const ToothShape incisor = tooth_shape(11);
  EXPECT_GT(occlusal_height(canine, canine.tip_x, 0) - occlusal_height(canine, canine.tip_x + 2, 0), 0.5);
  EXPECT_GT(occlusal_height(canine, canine.tip_x, 0) - occlusal_height(canine, canine.tip_x - 2, 0), 0.4);
  EXPECT_LT(std::abs(occlusal_height(incisor, -2, 0) - occlusal_height(incisor, 2, 0)), 0.15);
}

TEST(ToothShape, crowns_are_as_wide_and_high_as_the_tables_say) {
  for (const int fdi : {11, 12, 13, 14, 15, 16, 17, 18, 31, 32, 33, 34, 35,
                        36, 37, 38, 51, 52, 53, 54, 55, 71, 72, 73, 74, 75}) {
    const ToothShape tooth = tooth_shape(fdi);
    double x_min = 0, x_max = 0, z_max = 0;
    constexpr double step_mm = 0.2;
    for (double z = 0; z < tooth.height_mm + 0.5; z += step_mm) {
      for (double y = -6; y <= 6; y += step_mm) {
        for (double x = -6.5; x <= 6.5; x += step_mm) {
          if (inside_crown(tooth, x, y, z) < 0) continue;
          x_min = std::min(x_min, x);
          x_max = std::max(x_max, x);
          z_max = std::max(z_max, z);
        }
      }
    }
    // Half a mm: two steps of the search, the enamel's unevenness, the shear of upper molars and rounded
    // edges.
    EXPECT_NEAR(x_max - x_min, tooth.mesiodistal_mm, 0.5) << fdi;
    EXPECT_NEAR(z_max, tooth.height_mm, 0.5) << fdi;
  }
}

TEST(ToothShape, numbers_that_are_no_tooth_here_are_refused) {
  for (const int fdi : {0, 10, 19, 49, 56, 80, 91, 99})
    EXPECT_THROW((void)tooth_shape(fdi), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
