#include "occlusion/geometry/patch_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "tests/support/patch_sphere.h"

namespace intercusp {
namespace {

using testing::patch_sphere;

//! Edges that do not have one face on either side.
int open_edges(const TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
  for (const Face& face : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) ++uses[{face[k], face[(k + 1) % 3]}];
  }
  int open = 0;
  for (const auto& [edge, count] : uses) {
    const auto back = uses.find({edge.second, edge.first});
    open += count != 1 || back == uses.end();
  }
  return open;
}

//! The greatest distance from the sphere, at many places of each face.
double farthest_off_mm(const TriangleMesh& mesh, const Eigen::Vector3d& centre, double radius_mm) {
  double off = 0;
  for (const Face& face : mesh.faces) {
    for (int i = 0; i <= 6; ++i) {
      for (int j = 0; i + j <= 6; ++j) {
        const Eigen::Vector3d point =
            (i * mesh.vertices[face[0]] + j * mesh.vertices[face[1]] + (6 - i - j) * mesh.vertices[face[2]]) /
            6;
        off = std::max(off, std::abs((point - centre).norm() - radius_mm));
      }
    }
  }
  return off;
}

TEST(PatchMesh, a_sphere_of_patches_is_closed_and_within_its_stated_error) {
  const Eigen::Vector3d centre(1, -2, 3);
  for (const double tolerance : {0.1, 0.01, 0.001}) {
    const PatchMesh sphere = mesh_of(patch_sphere(centre, 4), tolerance);
    EXPECT_LE(sphere.error_mm, tolerance);
    EXPECT_LE(farthest_off_mm(sphere.mesh, centre, 4), sphere.error_mm);
    EXPECT_EQ(open_edges(sphere.mesh), 0);
    const double volume = 4 / 3.0 * std::numbers::pi * 64;
    EXPECT_NEAR(signed_volume(sphere.mesh), volume, sphere.error_mm * 4 * std::numbers::pi * 16);
  }
}

TEST(PatchMesh, where_the_tolerance_takes_too_many_triangles_the_error_says_what_is_left) {
  const PatchMesh sphere = mesh_of(patch_sphere({0, 0, 0}, 50), 1e-4, 20000);
  EXPECT_LE(sphere.mesh.faces.size(), 20000U);
  EXPECT_GT(sphere.error_mm, 1e-4);
  EXPECT_LE(farthest_off_mm(sphere.mesh, {0, 0, 0}, 50), sphere.error_mm);
}

TEST(PatchMesh, edges_meet_however_their_patches_are_turned) {
  std::vector<BezierPatch> patches = patch_sphere({0, 0, 0}, 3);
  // Turned by half: both directions reversed, outward again. Weights of one by another factor, points within rounding.
  std::ranges::reverse(patches[2].points);
  std::ranges::reverse(patches[2].weights);
  for (double& weight : patches[5].weights) weight *= 3;
  for (Eigen::Vector3d& point : patches[6].points) point *= 1 + 1e-14;
  EXPECT_EQ(open_edges(mesh_of(patches, 0.01).mesh), 0);
  patches.pop_back();
  EXPECT_GT(open_edges(mesh_of(patches, 0.01).mesh), 0);
}

TEST(PatchMesh, points_of_a_patch_are_sums_of_bernstein_polynomials) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-3, 3), weight(0.3, 2), share(0, 1);
  BezierPatch patch{.degree_u = 3, .degree_v = 2, .points = {}, .weights = {}};
  for (int i = 0; i < 12; ++i) {
    patch.points.emplace_back(number(random), number(random), number(random));
    patch.weights.push_back(weight(random));
  }
  const auto bernstein = [](int degree, int i, double t) {
    double value = 1;
    for (int k = 0; k < i; ++k) value *= static_cast<double>(degree - k) / (k + 1);
    return value * std::pow(t, i) * std::pow(1 - t, degree - i);
  };
  for (int draw = 0; draw < 100; ++draw) {
    const double u = share(random), v = share(random);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double weights = 0;
    for (int j = 0; j <= 2; ++j) {
      for (int i = 0; i <= 3; ++i) {
        const auto k = static_cast<std::size_t>(4 * j + i);
        const double w = patch.weights[k] * bernstein(3, i, u) * bernstein(2, j, v);
        sum += w * patch.points[k];
        weights += w;
      }
    }
    EXPECT_LT((point_at(patch, u, v) - sum / weights).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace intercusp
