// Depths inside analytic bodies against their meshes and lines, and the bounds of depths.
#include "occlusion/geometry/body_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/closest_on_triangle.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;

std::vector<AnalyticBody> bodies_of_all_kinds(std::mt19937& random) {
  const auto pose = [&] { return testing::random_pose(random, 2); };
  return {{BodyKind::sphere, {2.5}, pose()},        {BodyKind::ellipsoid, {4, 2, 3}, pose()},
          {BodyKind::ellipsoid, {1, 1, 5}, pose()}, {BodyKind::cylinder, {2, 6}, pose()},
          {BodyKind::cone, {3, 0, 6}, pose()},      {BodyKind::cone, {1, 2.5, 5}, pose()},
          {BodyKind::torus, {4, 1.2, 360}, pose()}, {BodyKind::torus, {4, 1, 200}, pose()},
          {BodyKind::torus, {4, 1, 70}, pose()},    {BodyKind::box, {3, 5, 4}, pose()}};
}

Vector3d point_near(const AnalyticBody& body, std::mt19937& random) {
  const Bounds box = bounds_of(body);
  std::uniform_real_distribution<double> share(-0.2, 1.2);
  const Vector3d shares{share(random), share(random), share(random)};
  return box.min + shares.cwiseProduct(box.size());
}

TEST(BodyDistance, is_that_of_a_fine_mesh_and_the_closest_point_lies_on_the_surface) {
  std::mt19937 random(1);
  for (const AnalyticBody& body : bodies_of_all_kinds(random)) {
    const BodyMesh made = mesh_of(body, 0.01);
    for (int round = 0; round < 60; ++round) {
      const Vector3d point = point_near(body, random);
      const BodyDepth depth = depth_in(body, point);
      double least = std::numeric_limits<double>::infinity();
      for (const auto& [a, b, c] : made.mesh.faces) {
        const auto& v = made.mesh.vertices;
        least = std::min(least, (closest_on_triangle(point, v[a], v[b], v[c]).point - point).norm());
      }
      EXPECT_NEAR(std::abs(depth.mm), least, made.error_mm + 1e-9);
      EXPECT_NEAR((depth.closest - point).norm(), std::abs(depth.mm), 1e-9);
      EXPECT_NEAR(depth_in(body, depth.closest).mm, 0, 1e-9);
      const auto ranges = ranges_inside(body, point, Vector3d(0.36, 0.48, 0.8));
      const bool inside = std::ranges::any_of(
          ranges, [](const DepthRange& range) { return range.start < 0 && range.end > 0; });
      if (std::abs(depth.mm) > 1e-9) {
        EXPECT_EQ(depth.mm > 0, inside);
      }
    }
  }
}

TEST(BodyDistance, is_exact_on_axes_and_planes_of_symmetry) {
  const AnalyticBody egg{BodyKind::ellipsoid, {4, 2, 3}};
  EXPECT_NEAR(depth_in(egg, {0, 0, 0}).mm, 2, 1e-9);
  EXPECT_NEAR(depth_in(egg, {5, 0, 0}).mm, -1, 1e-9);
  EXPECT_NEAR(depth_in(egg, {0, 0, 3.5}).mm, -0.5, 1e-9);
  const AnalyticBody ring{BodyKind::torus, {4, 1, 360}};
  EXPECT_NEAR(depth_in(ring, {0, 0, 0}).mm, -3, 1e-12);
  EXPECT_NEAR(depth_in(ring, {4, 0, 0}).mm, 1, 1e-12);
}

TEST(BodyDistance, is_nowhere_above_its_bounds) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> share(0, 1);
  for (const AnalyticBody& body : bodies_of_all_kinds(random)) {
    for (int round = 0; round < 200; ++round) {
      std::array<Vector3d, 3> corners;
      corners[0] = point_near(body, random);
      for (int i = 1; i < 3; ++i)
        corners[i] = corners[0] + share(random) * (point_near(body, random) - corners[0]);
      const auto first = depth_bounds(body, point_near(body, random), corners);
      const auto second = depth_bounds(body, (corners[0] + corners[1] + corners[2]) / 3, corners);
      const double mix = share(random);
      double bound = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < 3; ++i) bound = std::max(bound, mix * first[i] + (1 - mix) * second[i]);
      for (int sample = 0; sample < 30; ++sample) {
        double u = share(random), v = share(random);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vector3d point = corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]);
        EXPECT_LE(depth_in(body, point).mm, bound + 1e-9);
      }
    }
  }
}

TEST(BodyPatches, lie_on_the_surface_and_leave_their_chords_by_no_more_than_they_say) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0, 1);
  for (const AnalyticBody& body : bodies_of_all_kinds(random)) {
    if (body.kind == BodyKind::box) continue;
    double area = 0;
    for (const PatchTriangle& triangle : patches_of(body)) {
      const auto& [a, b, c] = triangle.corners();
      area += 0.5 * (b - a).cross(c - a).norm();
      for (int sample = 0; sample < 5; ++sample) {
        double u = share(random), v = share(random);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const auto& uv = triangle.uv;
        const Vector3d point = triangle.patch->place(uv[0] + u * (uv[1] - uv[0]) + v * (uv[2] - uv[0]));
        EXPECT_NEAR(depth_in(body, point).mm, 0, 1e-9);
        EXPECT_LE((a + u * (b - a) + v * (c - a) - point).norm(), triangle.off_mm() + 1e-12);
      }
    }
    EXPECT_NEAR(area, surface_area(mesh_of(body, 0.001).mesh), 0.08 * area) << "all of the surface, once";
  }
}

}  // namespace
}  // namespace intercusp
