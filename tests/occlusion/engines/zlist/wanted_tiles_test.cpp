#include "occlusion/engines/zlist/layer_lists.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace intercusp::zlist {
namespace {

constexpr int columns_across = 70;

struct Wanted {
  int row, column;
  float above;
};

//! Whether one of the pixels lies in a tile that the rectangle touches, below a surface that reaches up to `highest`.
bool any_in(const std::vector<Wanted>& pixels, PixelExtent columns, PixelExtent rows, float highest) {
  const auto touches = [](int pixel, PixelExtent extent, int tile, int end) {
    const int first = std::max(extent.begin, 0) / tile, last = (std::min(extent.end, end) - 1) / tile;
    return pixel / tile >= first && pixel / tile <= last;
  };
  return std::ranges::any_of(pixels, [&](const Wanted& wanted) {
    return touches(wanted.column, columns, tile_columns, columns_across) &&
           touches(wanted.row, rows, tile_rows, band_rows) && highest > wanted.above;
  });
}

TEST(WantedTiles, tells_of_every_pixel_added_and_of_no_other_tile) {
  std::mt19937 random(53);
  std::uniform_int_distribution<int> row(0, band_rows - 1), column(0, columns_across - 1), beyond(0, 20);
  std::uniform_real_distribution<float> depth(-10, 10);
  std::size_t told = 0;
  for (int round = 0; round < 200; ++round) {
    WantedTiles by_pixel(columns_across), by_row(columns_across);
    std::vector<Wanted> pixels;
    for (int i = 0; i < 1 + round % 5; ++i) {
      const Wanted& wanted = pixels.emplace_back(row(random), column(random), depth(random));
      by_pixel.add(static_cast<std::uint32_t>(wanted.row * columns_across + wanted.column), wanted.above);
      by_row.add(wanted.row, wanted.column, wanted.above);
    }
    for (int i = 0; i < 50; ++i) {
      const int first_row = row(random), first_column = column(random);
      const PixelExtent rows{first_row - beyond(random), first_row + 1 + beyond(random)};
      const PixelExtent columns{first_column, std::min(first_column + 1 + beyond(random), columns_across)};
      const float highest = depth(random);
      const bool expected = any_in(pixels, columns, rows, highest);
      ASSERT_EQ(by_pixel.any_in(columns, rows, highest), expected);
      ASSERT_EQ(by_row.any_in(columns, rows, highest), expected);
      told += expected ? 1 : 0;
    }
  }
  EXPECT_GT(told, 1000U);
}

}  // namespace
}  // namespace intercusp::zlist
