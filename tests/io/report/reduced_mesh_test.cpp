#include "io/report/reduced_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

//! A ball so rough that the errors wanted would keep more vertices than a page takes.
TriangleMesh rough_ball() {
  TriangleMesh ball = shapes::sphere({1, 2, 3}, 10, 220);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> off_mm(-0.02, 0.02);
  for (Eigen::Vector3d& vertex : ball.vertices)
    vertex += off_mm(random) * (vertex - Eigen::Vector3d(1, 2, 3)).normalized();
  return ball;
}

TEST(ReducedMesh, of_a_rough_scan_has_as_many_vertices_as_fit_and_says_how_far_off_it_is) {
  const TriangleMesh ball = rough_ball();
  std::vector<std::uint8_t> near(ball.vertices.size());
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = ball.vertices[i].z() > 12 ? 1 : 0;
  const ReducedMesh reduced = reduced_mesh(ball, ball.faces.size(), near, 0.005, 0.02);
  EXPECT_LE(reduced.source.size(), 30000U);
  EXPECT_GT(reduced.source.size(), 10000U);

  TriangleMesh left;
  for (const std::uint32_t vertex : reduced.source) left.vertices.push_back(ball.vertices[vertex]);
  left.faces = reduced.faces;
  EXPECT_EQ(count_open_edges(left), 0U);
  const ClosestPoints closest(left, left.faces.size());
  double near_mm = 0, far_mm = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    double& most_mm = near[i] != 0 ? near_mm : far_mm;
    most_mm = std::max(most_mm, closest.within(ball.vertices[i], 5)->distance_mm);
  }
  EXPECT_NEAR(reduced.near_error_mm, near_mm, 1e-6);
  EXPECT_NEAR(reduced.error_mm, far_mm, 1e-6);
  EXPECT_LT(near_mm, far_mm);
  EXPECT_LT(far_mm, 0.15);
}

TEST(ReducedMesh, of_a_closed_body_is_closed_and_keeps_the_errors_wanted_where_vertices_are_not_scarce) {
  TriangleMesh torus = shapes::torus({0, 0, 0}, {0, 0, 1}, 8, 3, 200, 90);
  for (std::size_t i = 0; i < torus.vertices.size(); i += 50) torus.vertices[i] *= 1.01;  // single bumps
  std::vector<std::uint8_t> near(torus.vertices.size());
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = torus.vertices[i].x() > 4 ? 1 : 0;
  const ReducedMesh reduced = reduced_mesh(torus, torus.faces.size(), near, 0.01, 0.05);
  EXPECT_LT(reduced.faces.size(), torus.faces.size() / 4);
  TriangleMesh left;
  for (const std::uint32_t vertex : reduced.source) left.vertices.push_back(torus.vertices[vertex]);
  left.faces = reduced.faces;
  EXPECT_EQ(count_open_edges(left), 0U);
  EXPECT_LE(reduced.near_error_mm, 0.01);
  EXPECT_LE(reduced.error_mm, 0.05);
}

}  // namespace
}  // namespace intercusp
