#include "io/report/reduced_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "occlusion/engines/rays/closest_points.h"
#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

TriangleMesh rough_ball(int rings, double roughness_mm) {
  TriangleMesh ball = shapes::sphere({1, 2, 3}, 10, rings);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> off_mm(-roughness_mm, roughness_mm);
  for (Eigen::Vector3d& vertex : ball.vertices)
    vertex += off_mm(random) * (vertex - Eigen::Vector3d(1, 2, 3)).normalized();
  return ball;
}

TriangleMesh mesh_of(const ReducedMesh& reduced, const TriangleMesh& whole) {
  TriangleMesh left;
  for (const std::uint32_t vertex : reduced.source) left.vertices.push_back(whole.vertices[vertex]);
  left.faces = reduced.faces;
  return left;
}

struct Deviations {
  double near_mm = 0, far_mm = 0;
};

Deviations deviations_of(const TriangleMesh& whole, const std::vector<std::uint8_t>& near,
                         const ReducedMesh& reduced) {
  const TriangleMesh left = mesh_of(reduced, whole);
  const ClosestPoints closest(left, left.faces.size());
  Deviations most;
  for (std::size_t i = 0; i < near.size(); ++i) {
    double& most_mm = near[i] != 0 ? most.near_mm : most.far_mm;
    most_mm = std::max(most_mm, closest.within(whole.vertices[i], 5)->distance_mm);
  }
  return most;
}

std::vector<std::uint8_t> near_top(const TriangleMesh& ball) {
  std::vector<std::uint8_t> near(ball.vertices.size());
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = ball.vertices[i].z() > 12 ? 1 : 0;
  return near;
}

// With the requested errors so rough a ball would keep more vertices than a page can hold.
TEST(ReducedMesh, of_a_rough_scan_has_as_many_vertices_as_fit_and_says_how_far_off_it_is) {
  const TriangleMesh ball = rough_ball(220, 0.02);
  const std::vector<std::uint8_t> near = near_top(ball);
  const ReducedMesh reduced = reduced_mesh(ball, ball.faces.size(), near, 0.005, 0.02);
  EXPECT_LE(reduced.source.size(), 30000U);
  EXPECT_GT(reduced.source.size(), 10000U);

  const auto [near_mm, far_mm] = deviations_of(ball, near, reduced);
  EXPECT_NEAR(reduced.near_error_mm, near_mm, 1e-6);
  EXPECT_NEAR(reduced.error_mm, far_mm, 1e-6);
  EXPECT_LT(near_mm, far_mm);
  EXPECT_LT(far_mm, 0.15);
  EXPECT_EQ(count_open_edges(mesh_of(reduced, ball)), 0U);
}

TEST(ReducedMesh, keeps_the_errors_wanted_where_vertices_are_not_scarce) {
  TriangleMesh torus = shapes::torus({0, 0, 0}, {0, 0, 1}, 8, 3, 200, 90);
  for (std::size_t i = 0; i < torus.vertices.size(); i += 50) torus.vertices[i] *= 1.01;  // single bumps
  std::vector<std::uint8_t> near(torus.vertices.size());
  for (std::size_t i = 0; i < near.size(); ++i) near[i] = torus.vertices[i].x() > 4 ? 1 : 0;
  const ReducedMesh reduced = reduced_mesh(torus, torus.faces.size(), near, 0.01, 0.05);
  EXPECT_LT(reduced.faces.size(), torus.faces.size() / 4);
  EXPECT_EQ(count_open_edges(mesh_of(reduced, torus)), 0U);
  EXPECT_LE(reduced.near_error_mm, 0.01);
  EXPECT_LE(reduced.error_mm, 0.05);
}

TEST(ReducedMesh, of_a_scan_reduced_piece_by_piece_is_whole_and_within_the_errors_wanted) {
  const TriangleMesh ball = rough_ball(400, 0.001);
  ASSERT_GT(ball.faces.size(), 600'000U);  // two pieces or more
  const std::vector<std::uint8_t> near = near_top(ball);
  const ReducedMesh reduced = reduced_mesh(ball, ball.faces.size(), near, 0.005, 0.02);
  EXPECT_LE(reduced.source.size(), 30000U);
  const auto [near_mm, far_mm] = deviations_of(ball, near, reduced);
  EXPECT_NEAR(reduced.near_error_mm, near_mm, 1e-6);
  EXPECT_NEAR(reduced.error_mm, far_mm, 1e-6);
  EXPECT_LT(near_mm, 0.01);
  EXPECT_LT(far_mm, 0.04);
  EXPECT_EQ(reduced.faces.size(), 2 * reduced.source.size() - 4);  // Euler: no holes, nothing twice
  EXPECT_NEAR(signed_volume(mesh_of(reduced, ball)), signed_volume(ball), 0.02 * surface_area(ball));
}

}  // namespace
}  // namespace intercusp
