// Near-contact pixels of random maps, against their definition pixel by pixel.
#include "occlusion/motion/tracks/pose_contacts.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/bites.h"

namespace intercusp {
namespace {

constexpr double threshold_mm = 0.1;

bool is_near(const std::vector<float>& gap_mm, const PixelGrid& grid, int column, int row) {
  for (int r = std::max(row - 1, 0); r <= std::min(row + 1, grid.height - 1); ++r) {
    for (int c = std::max(column - 1, 0); c <= std::min(column + 1, grid.width - 1); ++c) {
      if (gap_mm[grid.index(c, r)] <= static_cast<float>(threshold_mm)) return true;
    }
  }
  return false;
}

TEST(ContactReader, near_contact_is_as_defined_on_one_map_after_another) {
  const Bite bite = testing::bite_of(shapes::box({0, 0, 1}, {1, 1, 2}), shapes::box({0, 0, -1}, {1, 1, 0}));
  // Widths beside and at a whole number of stretches, more rows than a band.
  for (const int width : {1, 63, 64, 65, 150}) {
    const View view{Eigen::Isometry3d::Identity(), {.pixel_mm = 0.1, .width = width, .height = 70}};
    const PixelGrid& grid = view.grid;
    ContactReader reader(bite, view, threshold_mm, std::nullopt);
    ClearanceMap map = ClearanceMap::empty(view);
    std::mt19937 random(static_cast<unsigned>(width));
    for (const double share : {0.002, 0.0, 0.05, 0.0005}) {
      std::uniform_real_distribution<double> draw(0, 1);
      for (float& gap : map.clearance_mm)
        gap = draw(random) < share ? 0.05F : draw(random) < 0.5 ? 1.0F : no_clearance;
      const PoseContacts contacts = reader.read(map, Eigen::Isometry3d::Identity());
      const NearContact& near = reader.near_contact();
      bool any = false;
      for (int row = 0; row < grid.height; ++row) {
        for (int column = 0; column < width; ++column) {
          const bool wanted = is_near(map.clearance_mm, grid, column, row);
          any |= wanted;
          ASSERT_EQ(near.pixels[grid.index(column, row)] != 0, wanted)
              << width << ' ' << column << ' ' << row;
          if (wanted) {
            ASSERT_NE(near.stretches[near.stretch(row, column / NearContact::stretch_columns)], 0);
          }
          ASSERT_EQ(near.any_in(grid, column, row, column, row), wanted);
        }
      }
      EXPECT_EQ(near.any_in(grid, 0, 0, width - 1, grid.height - 1), any);
      EXPECT_EQ(reader.any_near(), any);
      EXPECT_EQ(contacts.least_mm < 0.1, any);
    }
  }
}

}  // namespace
}  // namespace intercusp
