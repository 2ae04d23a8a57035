#include "occlusion/geometry/morton_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(MortonCurve, of_cells_goes_on_where_ten_bits_end) {
  using Cell = Eigen::Array<std::uint32_t, 3, 1>;
  EXPECT_EQ(morton_place(Cell(1, 0, 0)), 1U);
  EXPECT_EQ(morton_place(Cell(0, 1, 0)), 2U);
  EXPECT_EQ(morton_place(Cell(1023, 1023, 1023)), (1U << 30) - 1);
  EXPECT_EQ(morton_place(Cell(1024, 0, 0)), 1U << 30);
  EXPECT_EQ(morton_place(Cell::Constant((1 << 20) - 1)), (std::uint64_t{1} << 60) - 1);
}

TEST(MortonCurve, numbers_follow_their_points) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 64; ++i) points.emplace_back(i % 4, i / 4 % 4, i / 16);
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 64; ++i)
    if (i != 7) numbers.push_back(63 - i);
  const std::vector<std::uint32_t> sorted = along_curve(points, numbers);
  ASSERT_EQ(sorted.size(), 63U);
  const std::vector<std::uint32_t> first_octant = {0, 1, 4, 5, 16, 17, 20, 21};
  EXPECT_TRUE(std::equal(first_octant.begin(), first_octant.end(), sorted.begin()));
  EXPECT_EQ(std::set(sorted.begin(), sorted.end()).size(), 63U);
  EXPECT_EQ(std::ranges::count(sorted, 56U), 0);
}

}  // namespace
}  // namespace intercusp
