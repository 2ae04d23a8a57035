#include <gtest/gtest.h>

#include <cstring>

#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "tests/io/report/itk_reader.h"
#include "tests/io/report/support.h"

namespace intercusp {
namespace {

TEST(ExportMap, an_index_of_the_nrrd_leads_to_the_pixel_in_the_case_frame) {
  const Inspection inspection = testing::inspect_along(testing::two_plates(), {0.3, -0.2, 1}, 0.5);
  const TemporaryFolder folder;
  write_atomically(folder.path() / "map.nrrd", nrrd_bytes(inspection.map, testing::some_provenance()));
  const testing::ReadSlice read = testing::read_nrrd(folder.path() / "map.nrrd");
  const View& view = inspection.map.view;
  ASSERT_EQ(read.width, view.grid.width);
  ASSERT_EQ(read.height, view.grid.height);
  ASSERT_EQ(read.slices, 1);
  ASSERT_NE(read.width, read.height);  // or exchanged axes would pass
  for (int row = 0; row < read.height; ++row) {
    for (int column = 0; column < read.width; ++column) {
      const std::array<double, 3>& point = read.points[view.grid.index(column, row)];
      const Eigen::Vector3d expected = view.case_point(column, row, 0);
      // The file keeps 17 digits; ITK turns the axes to unit length again: some roundings of 20 mm.
      ASSERT_LT((Eigen::Vector3d(point.data()) - expected).norm(), 1e-12);
    }
  }
}

TEST(ExportMap, the_nrrd_keeps_every_bit_of_the_clearance) {
  const Inspection inspection = testing::inspect_along(testing::two_plates(), {0, 0, 1}, 0.5);
  const TemporaryFolder folder;
  write_atomically(folder.path() / "map.nrrd", nrrd_bytes(inspection.map, testing::some_provenance()));
  const testing::ReadSlice read = testing::read_nrrd(folder.path() / "map.nrrd");
  const std::vector<float>& clearance = inspection.map.clearance_mm;
  ASSERT_EQ(read.values.size(), clearance.size());
  EXPECT_EQ(std::memcmp(read.values.data(), clearance.data(), clearance.size() * sizeof(float)), 0);
  EXPECT_TRUE(std::isnan(read.values[0]));
}

TEST(ExportMap, a_png_reads_back_as_the_same_picture) {
  Picture picture(37, 23);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      picture.at(x, y) = {static_cast<std::uint8_t>(7 * x), static_cast<std::uint8_t>(11 * y), 200};
    }
  }
  const TemporaryFolder folder;
  write_atomically(folder.path() / "a.png", png_bytes(picture));
  const testing::ReadPicture read = testing::read_png(folder.path() / "a.png");
  ASSERT_EQ(read.width, picture.width);
  ASSERT_EQ(read.height, picture.height);
  EXPECT_EQ(std::memcmp(read.rgb.data(), picture.pixels.data(), read.rgb.size()), 0);
}

}  // namespace
}  // namespace intercusp
