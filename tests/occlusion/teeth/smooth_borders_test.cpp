#include "occlusion/teeth/crowns.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/occlusion/teeth/grid_faces.h"

namespace intercusp {
namespace {

constexpr std::uint32_t plate_columns = 20, plate_rows = 20;

TriangleMesh plate() {
  TriangleMesh mesh;
  for (std::uint32_t j = 0; j < plate_rows; ++j)
    for (std::uint32_t i = 0; i < plate_columns; ++i) mesh.vertices.emplace_back(i, j, 0);
  mesh.faces = testing::grid_faces(plate_columns, plate_rows);
  return mesh;
}

//! Three labels, as two teeth and the gum below them.
std::vector<int> straight_labels() {
  std::vector<int> label;
  for (std::uint32_t v = 0; v < plate_columns * plate_rows; ++v)
    label.push_back(v / plate_columns < plate_rows / 2 ? -1 : v % plate_columns < plate_columns / 2 ? 0 : 1);
  return label;
}

TEST(SmoothBorders, leave_straight_ones_as_they_are) {
  EXPECT_EQ(with_smooth_borders(straight_labels(), plate()), straight_labels());
}

TEST(SmoothBorders, lose_teeth_and_notches_of_single_vertices_and_islands) {
  std::vector<int> rough = straight_labels();
  rough[9 * plate_columns + 5] = 0;     // a tooth of the border,
  rough[10 * plate_columns + 14] = -1;  // a notch,
  rough[15 * plate_columns + 4] = 1;    // and an island
  EXPECT_EQ(with_smooth_borders(rough, plate()), straight_labels());
}

}  // namespace
}  // namespace intercusp
