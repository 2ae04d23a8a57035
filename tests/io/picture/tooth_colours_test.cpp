#include "io/picture/paint.h"

#include <gtest/gtest.h>

#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

TEST(ToothColours, of_three_teeth_in_a_row_differ) {
  const std::vector<int> upper = {18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28};
  const auto apart = [](Rgb a, Rgb b) {
    return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue);
  };
  for (const int quadrants : {0, 40}) {  // permanent and deciduous
    for (std::size_t i = 0; i < upper.size(); ++i) {
      const int fdi = upper[i] + quadrants;
      if (is_tooth(fdi)) EXPECT_GT(apart(tooth_colour(fdi), tooth_colour(0)), 60) << fdi << " and gum";
      for (std::size_t j = i + 1; j < std::min(i + 3, upper.size()); ++j)
        EXPECT_GT(apart(tooth_colour(upper[i]), tooth_colour(upper[j])), 100) << upper[i] << ' ' << upper[j];
    }
  }
}

}  // namespace
}  // namespace intercusp
