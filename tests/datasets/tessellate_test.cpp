#include "datasets/tessellate.h"

#include <gtest/gtest.h>

#include <numbers>

#include "occlusion/geometry/shapes.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {
namespace {

TEST(Tessellate, any_even_number_of_triangles_keeps_the_surface) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 2, 3});
  for (const std::size_t wanted : {12UL, 14UL, 34UL, 36UL, 46UL, 48UL, 1000UL, 12346UL}) {
    const TriangleMesh cut = with_triangles(box, wanted);
    EXPECT_EQ(cut.faces.size(), wanted);
    EXPECT_EQ(count_open_edges(cut), 0U);
    EXPECT_NEAR(surface_area(cut), 22, 1e-9);
    EXPECT_NEAR(signed_volume(cut), 6, 1e-9);
  }
  EXPECT_EQ(with_triangles(box, 15).faces.size(), 14U);
  EXPECT_EQ(with_triangles(box, 4).faces.size(), 12U);
}

TEST(Tessellate, a_turned_cylinder_has_the_volume_of_its_prism) {
  constexpr int sides = 12;
  const TriangleMesh body = turned_body({{0, 0}, {2, 0}, {2, 5}, {0, 5}}, sides);
  EXPECT_EQ(count_open_edges(body), 0U);
  const double base = 0.5 * sides * 4 * std::sin(2 * std::numbers::pi / sides);
  EXPECT_NEAR(signed_volume(body), 5 * base, 1e-9);
}

TEST(Tessellate, a_straight_tube_has_the_volume_of_its_prism) {
  constexpr int sides = 8;
  const TriangleMesh body = tube({{0, 0}, {1, 0}, {4, 0}}, {1, 1, 1}, sides);
  EXPECT_EQ(count_open_edges(body), 0U);
  EXPECT_NEAR(signed_volume(body), 4 * 0.5 * sides * std::sin(2 * std::numbers::pi / sides), 1e-9);
}

TEST(Tessellate, a_flat_field_is_a_box_whichever_way_it_faces) {
  const HeightField flat{.n = 4, .cell_mm = 0.5, .z = std::vector<double>(25, 1.0)};
  for (const double floor_z : {-2.0, 4.0}) {
    const TriangleMesh body = field_body(flat, floor_z);
    EXPECT_EQ(body.faces.size(), 2U * 16 + 12 * 4);
    EXPECT_EQ(count_open_edges(body), 0U);
    EXPECT_NEAR(signed_volume(body), 12, 1e-12);
  }
}

}  // namespace
}  // namespace intercusp
