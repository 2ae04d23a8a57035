#include "occlusion/geometry/adjacency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

std::size_t all_edges_of_closed(const TriangleMesh& mesh) { return mesh.faces.size() * 3 / 2; }

TEST(SharpEdges, of_a_box_are_twelve_and_no_diagonals) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {1, 2, 3});
  const std::vector<Edge> edges = sharp_edges(box);
  EXPECT_EQ(edges.size(), 12U);
  for (const auto& [from, to] : edges) {
    const Eigen::Vector3d along = box.vertices[to] - box.vertices[from];
    EXPECT_EQ((along.array() != 0).count(), 1) << from << ' ' << to;
  }
}

TEST(SharpEdges, are_in_order_and_each_once) {
  const std::vector<Edge> edges = sharp_edges(shapes::sphere({0, 0, 0}, 5, 8));
  for (const auto& [low, high] : edges) EXPECT_LT(low, high);
  EXPECT_TRUE(std::is_sorted(edges.begin(), edges.end()));
  EXPECT_EQ(std::adjacent_find(edges.begin(), edges.end()), edges.end());
}

TEST(SharpEdges, of_a_finely_cut_box_lie_on_the_edges_of_the_box) {
  const TriangleMesh box = shapes::fine_box({0, 0, 0}, {1, 1, 1}, 0.25);
  EXPECT_EQ(sharp_edges(box).size(), 12U * 4U);
}

TEST(SharpEdges, of_an_open_triangle_are_its_three) {
  const TriangleMesh triangle{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}}};
  EXPECT_EQ(sharp_edges(triangle), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(SharpEdges, of_round_bodies_are_all_but_the_diagonals_of_their_flat_quadrilaterals) {
  const TriangleMesh sphere = shapes::sphere({1, 2, 3}, 5, 24);
  EXPECT_EQ(sharp_edges(sphere).size(), all_edges_of_closed(sphere) - 22U * 48U);
  const TriangleMesh torus = shapes::torus({0, 0, 0}, {0, 1, 1}, 10, 1.5, 48, 16);
  EXPECT_EQ(sharp_edges(torus).size(), all_edges_of_closed(torus) - 48U * 16U);
}

TEST(SharpEdges, of_an_octahedron_are_all_edges) {
  const TriangleMesh octahedron = shapes::sphere({0, 0, 0}, 5, 2);
  ASSERT_EQ(octahedron.faces.size(), 8U);
  EXPECT_EQ(sharp_edges(octahedron).size(), 12U);
}

TEST(SharpEdges, tell_a_bend_from_a_wall_at_the_stated_angle) {
  for (const auto& [bend_rad, edges] :
       {std::pair(0.5 * flat_edge_rad, 4U), std::pair(2 * flat_edge_rad, 5U)}) {
    const TriangleMesh roof{
        .vertices = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {std::cos(bend_rad), 0.5, -std::sin(bend_rad)}},
        .faces = {{0, 1, 2}, {1, 0, 3}}};
    EXPECT_EQ(sharp_edges(roof).size(), edges) << bend_rad;
  }
}

TEST(SharpEdges, between_faces_folded_onto_each_other_or_without_area_stay) {
  const TriangleMesh folded{.vertices = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {2, 0, 0}},
                            .faces = {{0, 1, 2}, {1, 0, 3}}};
  EXPECT_EQ(sharp_edges(folded).size(), 5U);
  const TriangleMesh needle{.vertices = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 2, 0}},
                            .faces = {{0, 1, 2}, {1, 0, 3}}};
  EXPECT_EQ(sharp_edges(needle).size(), 5U);
}

}  // namespace
}  // namespace intercusp
