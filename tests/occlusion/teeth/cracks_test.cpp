#include "occlusion/teeth/jaw_scan.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>

#include "occlusion/geometry/adjacency.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/teeth/with_crack.h"

namespace intercusp {
namespace {

std::size_t open_edges_of(const TriangleMesh& mesh) {
  std::size_t count = 0;
  for_each_edge(mesh, [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    count += sides.size() != 2 ? 1 : 0;
  });
  return count;
}

//! Splits every third face at the middle of its first edge, and leaves its neighbours as they are.
TriangleMesh with_cracks(TriangleMesh mesh) {
  for (std::size_t f = 0, n = mesh.faces.size(); f < n; f += 3) testing::add_crack(mesh, f);
  return mesh;
}

TEST(Cracks, edges_that_meet_a_corner_half_way_are_split) {
  const TriangleMesh ball = shapes::sphere({0, 0, 0}, 5, 12);
  // Two faces may split the same edge, each with its own vertex in the same place: none do here.
  TriangleMesh cracked = with_cracks(shapes::fine_box({0, 0, 0}, {6, 5, 4}, 2));
  ASSERT_GT(open_edges_of(cracked), 0U);
  const double volume = signed_volume(cracked);
  close_cracks(cracked);
  EXPECT_EQ(open_edges_of(cracked), 0U);
  EXPECT_NEAR(signed_volume(cracked), volume, 1e-9);
  TriangleMesh whole = ball;
  close_cracks(whole);
  EXPECT_EQ(whole.faces, ball.faces);
}

TEST(Cracks, triangles_without_area_in_the_middle_of_an_edge_go) {
  TriangleMesh mesh = shapes::box({0, 0, 0}, {1, 1, 1});
  const auto [a, b, c] = mesh.faces[0];
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  const Eigen::Vector3d point = 0.5 * (mesh.vertices[a] + mesh.vertices[b]);
  mesh.vertices.push_back(point);
  mesh.faces.push_back(
      {a, middle, b});  // as a fan over a polygon with a corner in the middle of a side leaves it
  close_cracks(mesh);
  EXPECT_EQ(mesh.faces.size(), 12U);
  EXPECT_EQ(open_edges_of(mesh), 0U);
}

TEST(Cracks, the_margin_of_an_open_surface_stays_as_it_is) {
  TriangleMesh open = shapes::fine_box({0, 0, 0}, {4, 4, 4}, 1);
  open.faces.resize(open.faces.size() / 2);
  const std::vector<Face> faces = open.faces;
  close_cracks(open);
  EXPECT_EQ(open.faces, faces);
}

}  // namespace
}  // namespace intercusp
