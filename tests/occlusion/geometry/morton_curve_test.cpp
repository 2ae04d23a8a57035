#include "occlusion/geometry/morton_curve.h"

#include <gtest/gtest.h>

#include <set>

namespace intercusp {
namespace {

TEST(MortonCurve, visits_every_cell_once_and_octant_by_octant) {
  constexpr int bits = 3;
  constexpr int cells = 1 << bits;
  std::set<std::uint32_t> places;
  for (int x = 0; x < cells; ++x) {
    for (int y = 0; y < cells; ++y) {
      for (int z = 0; z < cells; ++z) {
        const Eigen::Vector3d middle = (Eigen::Vector3d(x, y, z).array() + 0.5) / (cells - 1);
        const std::uint32_t place = morton_place(middle, bits);
        places.insert(place);
        const bool first_octant = x < cells / 2 && y < cells / 2 && z < cells / 2;
        EXPECT_EQ(place < cells * cells * cells / 8, first_octant);
      }
    }
  }
  EXPECT_EQ(places.size(), static_cast<std::size_t>(cells * cells * cells));
  EXPECT_EQ(*places.rbegin(), static_cast<std::uint32_t>(cells * cells * cells - 1));
}

TEST(MortonCurve, points_beyond_the_cube_count_as_its_nearest) {
  EXPECT_EQ(morton_place({-3, 0, 0}, 10), 0U);
  EXPECT_EQ(morton_place({7, 1.5, 1}, 10), (1U << 30) - 1);
}

}  // namespace
}  // namespace intercusp
