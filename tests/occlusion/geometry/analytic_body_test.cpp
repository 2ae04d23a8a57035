// Bodies against their definitions, point by point, and meshes against the bodies.
#include "occlusion/geometry/analytic_body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/solid.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

struct Named {
  std::string name;
  BodyKind kind;
  std::vector<double> size_mm;
  double volume_mm3;  //!< on paper
};

const std::vector<Named>& bodies() {
  static const std::vector<Named> all = {
      {"sphere", BodyKind::sphere, {4.5}, 4.0 / 3 * pi * 4.5 * 4.5 * 4.5},
      {"ellipsoid", BodyKind::ellipsoid, {9, 4, 5.5}, 4.0 / 3 * pi * 9 * 4 * 5.5},
      {"cylinder", BodyKind::cylinder, {2.05, 11}, pi * 2.05 * 2.05 * 11},
      {"cone", BodyKind::cone, {3, 0, 7}, pi * 9 * 7 / 3},
      {"upturned cone", BodyKind::cone, {0, 3, 7}, pi * 9 * 7 / 3},
      {"frustum", BodyKind::cone, {3, 1.2, 7}, pi * 7 / 3 * (9 + 3 * 1.2 + 1.44)},
      {"ring", BodyKind::torus, {6, 1.5, 360}, 2 * pi * 6 * pi * 2.25},
      {"thick ring", BodyKind::torus, {3, 2.9, 360}, 2 * pi * 3 * pi * 2.9 * 2.9},
      {"hook", BodyKind::torus, {6, 1.5, 100}, 100.0 / 360 * 2 * pi * 6 * pi * 2.25},
      {"open ring", BodyKind::torus, {6, 1.5, 290}, 290.0 / 360 * 2 * pi * 6 * pi * 2.25},
      {"box", BodyKind::box, {3, 8, 5}, 120}};
  return all;
}

//! Only by the formula of the kind, in the body's frame.
bool is_inside(const Named& body, const Vector3d& p) {
  const auto& s = body.size_mm;
  const double across = std::hypot(p.x(), p.y());
  switch (body.kind) {
    case BodyKind::sphere:
      return p.norm() <= s[0];
    case BodyKind::ellipsoid:
      return std::pow(p.x() / s[0], 2) + std::pow(p.y() / s[1], 2) + std::pow(p.z() / s[2], 2) <= 1;
    case BodyKind::cylinder:
      return across <= s[0] && std::abs(p.z()) <= s[1] / 2;
    case BodyKind::cone:
      return std::abs(p.z()) <= s[2] / 2 && across <= s[0] + (s[1] - s[0]) * (p.z() / s[2] + 0.5);
    case BodyKind::torus: {
      double angle = std::atan2(p.y(), p.x()) * 180 / pi;
      if (angle < 0) angle += 360;
      return std::hypot(across - s[0], p.z()) <= s[1] && angle <= s[2];
    }
    case BodyKind::box:
      return std::abs(p.x()) <= s[0] / 2 && std::abs(p.y()) <= s[1] / 2 && std::abs(p.z()) <= s[2] / 2;
  }
  return false;
}

AnalyticBody placed(const Named& named, const Eigen::Isometry3d& pose) {
  return {.kind = named.kind, .size_mm = named.size_mm, .case_from_body = pose};
}

bool holds(const std::vector<DepthRange>& ranges, double depth) {
  return std::ranges::any_of(ranges, [&](const DepthRange& r) { return r.start <= depth && depth <= r.end; });
}

TEST(AnalyticBody, a_line_is_inside_where_its_points_are) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-7, 7);
  const auto vector = [&] { return Vector3d(value(random), value(random), value(random)); };
  for (const Named& named : bodies()) {
    int inside = 0, ends = 0;
    for (int round = 0; round < 250; ++round) {
      const AnalyticBody body = placed(named, testing::random_pose(random, 30));
      const Eigen::Isometry3d body_from_case = body.case_from_body.inverse();
      // Some lines along an axis of the body: quadratics lose their square, planes their slope.
      const Vector3d direction = (body.case_from_body.linear() *
                                  (round % 5 == 0 ? Vector3d(Vector3d::Unit(round / 5 % 3)) : vector()))
                                     .normalized();
      const Vector3d origin = body.case_from_body * vector() - 40 * direction;
      const std::vector<DepthRange> ranges = ranges_inside(body, origin, direction);
      const auto point_inside = [&](double depth) {
        return is_inside(named, body_from_case * (origin + depth * direction));
      };
      for (double depth = 0; depth < 80; depth += 0.0373) {
        const bool near_an_end = std::ranges::any_of(ranges, [&](const DepthRange& r) {
          return std::abs(depth - r.start) < 1e-9 || std::abs(depth - r.end) < 1e-9;
        });
        if (near_an_end) continue;
        ASSERT_EQ(holds(ranges, depth), point_inside(depth))
            << named.name << ", round " << round << ", " << depth;
        if (point_inside(depth)) ++inside;
      }
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        ASSERT_LT(ranges[i].start, ranges[i].end);
        EXPECT_TRUE(i == 0 || ranges[i].start > ranges[i - 1].end);
        if (ranges[i].end - ranges[i].start < 1e-4) continue;
        ends += 2;
        EXPECT_TRUE(point_inside(ranges[i].start + 1e-8) && !point_inside(ranges[i].start - 1e-8))
            << named.name;
        EXPECT_TRUE(point_inside(ranges[i].end - 1e-8) && !point_inside(ranges[i].end + 1e-8)) << named.name;
      }
    }
    EXPECT_GT(inside, 1000) << named.name;
    EXPECT_GT(ends, 40) << named.name;
  }
}

TEST(AnalyticBody, a_ring_is_met_twice_across_and_not_through_its_hole) {
  const AnalyticBody ring{.kind = BodyKind::torus, .size_mm = {6, 1.5, 360}};
  const auto across = ranges_inside(ring, {-20, 0, 0}, {1, 0, 0});
  ASSERT_EQ(across.size(), 2U);
  EXPECT_NEAR(across[0].start, 12.5, 1e-12);
  EXPECT_NEAR(across[0].end, 15.5, 1e-12);
  EXPECT_NEAR(across[1].start, 24.5, 1e-12);
  EXPECT_NEAR(across[1].end, 27.5, 1e-12);
  EXPECT_TRUE(ranges_inside(ring, {0.3, 0.2, -9}, {0, 0, 1}).empty());
}

TEST(AnalyticBody, lines_that_graze_a_ring_lose_no_range) {
  const AnalyticBody ring{.kind = BodyKind::torus, .size_mm = {6, 1.5, 360}};
  for (const double under : {1e-3, 1e-6, 1e-9}) {
    // Along the top of the tube, and along its outside: each time the sagitta of the tube's circle.
    const auto top = ranges_inside(ring, {-20, 0, 1.5 - under}, {1, 0, 0});
    ASSERT_EQ(top.size(), 2U) << under;
    const double half = std::sqrt(under * (3 - under));
    EXPECT_NEAR(top[0].end - top[0].start, 2 * half, 1e-6 * half + 1e-9);
    const auto side = ranges_inside(ring, {7.5 - under, 0, -20}, {0, 0, 1});
    ASSERT_EQ(side.size(), 1U) << under;
    EXPECT_NEAR(side[0].end - side[0].start, 2 * half, 1e-6 * half + 1e-9);
  }
  EXPECT_TRUE(ranges_inside(ring, {-20, 0, 1.5}, {1, 0, 0}).empty()) << "only touches";
}

TEST(AnalyticBody, a_line_through_the_tip_of_a_cone_is_inside_below_it_only) {
  const AnalyticBody cone{.kind = BodyKind::cone, .size_mm = {3, 0, 8}};
  const auto along = ranges_inside(cone, {0, 0, -20}, {0, 0, 1});
  ASSERT_EQ(along.size(), 1U);
  EXPECT_NEAR(along[0].start, 16, 1e-12);
  EXPECT_NEAR(along[0].end, 24, 1e-12);
  EXPECT_TRUE(ranges_inside(cone, {-5, 0, 4}, {1, 0, 0}).empty());
}

TEST(AnalyticBody, normals_point_out_of_every_part_of_the_surface) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const Named& named : bodies()) {
    int ends = 0;
    for (int round = 0; round < 200; ++round) {
      const AnalyticBody body = placed(named, testing::random_pose(random, 20));
      const Vector3d direction = Vector3d(normal(random), normal(random), normal(random)).normalized();
      const Vector3d aim =
          body.case_from_body * Vector3d(3 * normal(random), 3 * normal(random), normal(random));
      for (const DepthRange& range : ranges_inside(body, aim, direction)) {
        for (const double depth : {range.start, range.end}) {
          const Vector3d point = aim + depth * direction;
          const Vector3d out = outward_normal(body, point);
          EXPECT_NEAR(out.norm(), 1, 1e-12);
          const auto inside = [&](double mm) {
            return is_inside(named, body.case_from_body.inverse() * (point + mm * out));
          };
          EXPECT_TRUE(inside(-1e-7) && !inside(1e-7)) << named.name << ", round " << round;
          ++ends;
        }
      }
    }
    EXPECT_GT(ends, 80) << named.name;
  }
}

TEST(AnalyticBody, its_box_holds_it_and_is_tight) {
  std::mt19937 random(9);
  for (const Named& named : bodies()) {
    const AnalyticBody body = placed(named, testing::random_pose(random, 20));
    const BodyMesh fine = mesh_of(body);
    const Bounds box = bounds_of(body), seen = bounds_of(fine.mesh);
    const double slack =
        named.size_mm.back() < 360 && named.kind == BodyKind::torus ? 20 : fine.error_mm + 1e-9;
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LE(box.min[axis], seen.min[axis] + 1e-9) << named.name;
      EXPECT_GE(box.max[axis], seen.max[axis] - 1e-9) << named.name;
      EXPECT_NEAR(box.min[axis], seen.min[axis], slack) << named.name;
      EXPECT_NEAR(box.max[axis], seen.max[axis], slack) << named.name;
    }
  }
}

//! Along the body's normal, so never less than the distance.
double off_surface(const AnalyticBody& body, const Vector3d& point) {
  double off = std::numeric_limits<double>::infinity();
  for (const DepthRange& range : ranges_inside(body, point, outward_normal(body, point)))
    off = std::min({off, std::abs(range.start), std::abs(range.end)});
  return off;
}

TEST(BodyMesh, is_closed_and_nowhere_further_off_than_it_says) {
  std::mt19937 random(13);
  std::uniform_real_distribution<double> share(0, 1);
  for (const Named& named : bodies()) {
    const AnalyticBody body = placed(named, testing::random_pose(random, 20));
    for (const double error_mm : {0.02, body_mesh_error_mm}) {
      const BodyMesh made = mesh_of(body, error_mm);
      EXPECT_LE(made.error_mm, error_mm * (named.name == "thick ring" ? 1.5 : 1)) << named.name;
      EXPECT_LE(made.mesh.faces.size(), most_body_faces * 1.02);
      EXPECT_EQ(count_open_edges(made.mesh), 0U) << named.name;
      EXPECT_NEAR(signed_volume(made.mesh), named.volume_mm3,
                  1e-6 * named.volume_mm3 + made.error_mm * surface_area(made.mesh))
          << named.name;
      double worst = 0;
      for (int round = 0; round < 4000; ++round) {
        const Face& face = made.mesh.faces[random() % made.mesh.faces.size()];
        double a = share(random), b = share(random);
        if (a + b > 1) a = 1 - a, b = 1 - b;
        const Vector3d point = made.mesh.vertices[face[0]] +
                               a * (made.mesh.vertices[face[1]] - made.mesh.vertices[face[0]]) +
                               b * (made.mesh.vertices[face[2]] - made.mesh.vertices[face[0]]);
        worst = std::max(worst, off_surface(body, point));
      }
      EXPECT_LE(worst, made.error_mm + 1e-9) << named.name;
      EXPECT_GE(worst, 0.3 * made.error_mm) << named.name << ": the bound would say little";
    }
  }
}

TEST(BodyMesh, a_large_body_has_no_more_faces_and_says_its_larger_error) {
  const BodyMesh large = mesh_of({.kind = BodyKind::sphere, .size_mm = {300}});
  EXPECT_LE(large.mesh.faces.size(), most_body_faces * 1.02);
  EXPECT_GT(large.error_mm, 0.02);
  EXPECT_LT(large.error_mm, 0.04);
}

TEST(BodyMesh, thin_and_wide_rings_and_flat_cylinders_stay_within_the_faces_and_their_error) {
  for (const AnalyticBody& body :
       {AnalyticBody{BodyKind::torus, {1000, 0.01, 360}}, AnalyticBody{BodyKind::torus, {1000, 0.01, 1}},
        AnalyticBody{BodyKind::torus, {50000, 49999, 360}}, AnalyticBody{BodyKind::cylinder, {90000, 0.001}},
        AnalyticBody{BodyKind::ellipsoid, {90000, 0.001, 1}}}) {
    const BodyMesh made = mesh_of(body);
    EXPECT_LE(made.mesh.faces.size(), most_body_faces * 1.02);
    EXPECT_EQ(count_open_edges(made.mesh), 0U);
    EXPECT_GT(made.error_mm, 0);
  }
}

TEST(BodyMesh, vertices_of_convex_bodies_lie_on_them_so_that_meshes_lie_inside) {
  for (const Named& named : bodies()) {
    if (named.kind == BodyKind::torus) continue;
    const AnalyticBody body = placed(named, Eigen::Isometry3d::Identity());
    const BodyMesh made = mesh_of(body);
    for (const Vector3d& vertex : made.mesh.vertices)
      EXPECT_TRUE(is_inside(named, vertex * (1 - 1e-12))) << named.name;
  }
}

}  // namespace
}  // namespace intercusp
