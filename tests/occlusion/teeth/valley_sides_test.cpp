#include "occlusion/teeth/crowns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/occlusion/teeth/grid_faces.h"

namespace intercusp {
namespace {

constexpr double step_mm = 0.5, radius_mm = 0.6;
constexpr int valley_columns = 24, valley_rows = 24;

//! Crown falls to a valley at x = 0 and gum rises from it, both at this slope; no vertex lies on its bottom.
TriangleMesh valley(double slope) {
  TriangleMesh mesh;
  for (int j = 0; j < valley_rows; ++j) {
    for (int i = 0; i < valley_columns; ++i) {
      const double x = step_mm * (i - valley_columns / 2 + 0.4);
      mesh.vertices.emplace_back(x, step_mm * j, slope * std::abs(x));
    }
  }
  mesh.faces = testing::grid_faces(valley_columns, valley_rows);
  return mesh;
}

std::vector<int> crown_up_to(const TriangleMesh& mesh, double x) {
  std::vector<int> tooth;
  for (const Eigen::Vector3d& v : mesh.vertices) tooth.push_back(v.x() < x ? 0 : -1);
  return tooth;
}

//! Away from the scan's margin, where nothing is moved.
std::vector<int> inner(const std::vector<int>& tooth) {
  std::vector<int> kept;
  for (std::size_t j = 4; j + 4 < valley_rows; ++j)
    kept.insert(kept.end(), tooth.begin() + static_cast<std::ptrdiff_t>(j * valley_columns + 4),
                tooth.begin() + static_cast<std::ptrdiff_t>((j + 1) * valley_columns - 4));
  return kept;
}

std::vector<int> moved(const TriangleMesh& mesh, double border_mm) {
  return inner(moved_to_valleys(crown_up_to(mesh, border_mm), mesh.vertices, mesh.faces,
                                surface_shape(mesh, radius_mm)));
}

TEST(ValleySides, moves_a_border_by_one_ring_to_the_bottom_from_either_side) {
  const TriangleMesh mesh = valley(0.5);
  for (const double border_mm : {-0.4, 0.0, 0.6})
    EXPECT_EQ(moved(mesh, border_mm), inner(crown_up_to(mesh, 0))) << border_mm;
}

TEST(ValleySides, leaves_a_border_where_there_is_no_valley) {
  const TriangleMesh mesh = valley(0);
  for (const double border_mm : {-0.4, 0.0, 0.6})
    EXPECT_EQ(moved(mesh, border_mm), inner(crown_up_to(mesh, border_mm))) << border_mm;
}

}  // namespace
}  // namespace intercusp
