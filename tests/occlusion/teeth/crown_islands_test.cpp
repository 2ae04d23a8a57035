
#include <gtest/gtest.h>

#include "occlusion/teeth/crowns.h"

namespace intercusp {
namespace {

constexpr int side = 40;

std::size_t at(int row, int column) { return static_cast<std::size_t>(row * side + column); }

TriangleMesh square_plate() {
  TriangleMesh mesh;
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) mesh.vertices.emplace_back(column, row, 0);
  for (int row = 0; row + 1 < side; ++row) {
    for (int column = 0; column + 1 < side; ++column) {
      const auto a = static_cast<std::uint32_t>(at(row, column)), b = a + 1, c = a + side, d = c + 1;
      mesh.faces.push_back({a, b, d});
      mesh.faces.push_back({a, d, c});
    }
  }
  return mesh;
}

void fill(std::vector<int>& crown, int row, int column, int size, int value) {
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) crown[at(row + i, column + j)] = value;
}

TEST(CrownIslands, become_what_surrounds_them) {
  const TriangleMesh mesh = square_plate();
  std::vector<int> crown(mesh.vertices.size(), -1);
  fill(crown, 2, 2, 14, 0);
  fill(crown, 2, 20, 14, 1);
  const std::vector<int> whole = crown;
  fill(crown, 30, 5, 3, 0);  // on gum
  fill(crown, 6, 25, 3, 0);  // within the other crown
  EXPECT_EQ(without_islands(crown, mesh, surface_shape(mesh, 1)), whole);
}

TEST(CrownIslands, are_smaller_than_a_fifth_of_the_crown) {
  const TriangleMesh mesh = square_plate();
  std::vector<int> crown(mesh.vertices.size(), -1);
  fill(crown, 2, 2, 12, 0);
  fill(crown, 20, 20, 8, 0);
  EXPECT_EQ(without_islands(crown, mesh, surface_shape(mesh, 1)), crown);
}

TEST(CrownHeights, are_measured_along_the_bite_without_strays) {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<int> crown;
  for (int i = 0; i <= 100; ++i) {
    vertices.emplace_back(0, 0.08 * i, 5);
    crown.push_back(1);
  }
  vertices.emplace_back(0, 30, 0);  // one stray
  crown.push_back(1);
  vertices.emplace_back(0, -50, 0);
  crown.push_back(-1);
  const std::vector<double> heights = crown_heights_mm(vertices, crown, 2, {0, 1, 0});
  ASSERT_EQ(heights.size(), 2U);
  EXPECT_EQ(heights[0], 0);
  EXPECT_NEAR(heights[1], 7.8, 0.1);
}

}  // namespace
}  // namespace intercusp
