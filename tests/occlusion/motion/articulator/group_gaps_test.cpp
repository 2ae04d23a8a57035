// Distances of teeth, pair by pair.

#include "occlusion/motion/articulator/group_gaps.h"
#include "occlusion/case/teeth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "occlusion/geometry/closest_on_triangle.h"
#include "tests/occlusion/motion/articulator/mouth.h"

namespace intercusp {
namespace {

using Triangle = std::array<Eigen::Vector3d, 3>;
using testing::jaw_of;

Eigen::Vector3d point_of(const Triangle& triangle, double u, double v) {
  return triangle[0] + u * (triangle[1] - triangle[0]) + v * (triangle[2] - triangle[0]);
}

TEST(TriangleGap, is_never_above_that_of_any_two_points_and_is_that_of_two) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-1, 1), share(0, 1);
  const auto vector = [&] { return Eigen::Vector3d(place(random), place(random), place(random)); };
  for (int i = 0; i < 300; ++i) {
    // Apart along z, so that they do not cross; some share a direction of edges.
    const Triangle a = {vector(), vector(), vector()};
    Triangle b = {vector(), vector(), vector()};
    if (i % 3 == 0) b = {b[0], b[0] + (a[1] - a[0]), b[2]};
    for (Eigen::Vector3d& corner : b) corner.z() += 4.5;
    const TriangleGap gap = triangle_gap(a, b);
    EXPECT_NEAR((gap.on_first - gap.on_second).squaredNorm(), gap.squared_mm2, 1e-12);
    double least = 1e9;
    constexpr int cuts = 24;
    for (int u = 0; u <= cuts; ++u) {
      for (int v = 0; u + v <= cuts; ++v) {
        const Eigen::Vector3d p = point_of(a, double(u) / cuts, double(v) / cuts);
        for (int s = 0; s <= cuts; s += 2) {
          for (int t = 0; s + t <= cuts; t += 2)
            least = std::min(least, (p - point_of(b, double(s) / cuts, double(t) / cuts)).squaredNorm());
        }
      }
    }
    EXPECT_LE(gap.squared_mm2, least + 1e-12);
    // A grid comes within the edges' length over the cuts of the closest points: 3.5/24 + 3.5/12 mm.
    EXPECT_GE(std::sqrt(gap.squared_mm2), std::sqrt(least) - 0.44);
  }
}

TEST(TriangleGap, of_known_pairs) {
  const Triangle flat = {Eigen::Vector3d(0, 0, 0), {4, 0, 0}, {0, 4, 0}};
  EXPECT_DOUBLE_EQ(triangle_gap(flat, {Eigen::Vector3d(1, 1, 2), {1, 2, 5}, {2, 1, 5}}).squared_mm2, 4)
      << "a corner over the face";
  EXPECT_DOUBLE_EQ(triangle_gap(flat, {Eigen::Vector3d(1, -3, -2), {1, -3, 2}, {1, -9, 0}}).squared_mm2, 9)
      << "an edge across an edge";
  EXPECT_DOUBLE_EQ(triangle_gap(flat, {Eigen::Vector3d(4, 0, 0), {9, 0, 0}, {9, 9, 0}}).squared_mm2, 0)
      << "a corner in common";
}

//! Three balls above three.
struct Balls {
  Bite bite{.upper = jaw_of({{11, shapes::sphere({0, 0, 10}, 2, 10)},
                             {16, shapes::sphere({-20, 30, 10}, 3, 10)},
                             {26, shapes::sphere({20, 30, 10}, 3, 10)}}),
            .lower = jaw_of({{41, shapes::sphere({0, 0, 5}, 2, 10)},
                             {46, shapes::sphere({-20, 30, 3.9}, 3, 10)},
                             {36, shapes::sphere({20, 30, 0}, 3, 10)}})};
  GroupGaps gaps{bite, {.upper = face_teeth(*bite.upper), .lower = face_teeth(*bite.lower)}};
};

TEST(GroupGaps, are_those_of_the_balls) {
  const Balls balls;
  const auto gaps = balls.gaps.within(balls.bite.upper_from_lower, 5);
  ASSERT_EQ(gaps.size(), 3U);
  const double expected[] = {1.0, 0.1, 4.0};  // poles face each other, and they are vertices
  const GroupPair pairs[] = {{11, 41}, {16, 46}, {26, 36}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(gaps[i].pair, pairs[i]);
    EXPECT_NEAR(gaps[i].distance_mm, expected[i], 1e-12);
  }
  EXPECT_NEAR(gaps[1].case_point.z(), 6.95, 1e-12);
}

TEST(GroupGaps, reach_counts_its_own_end_and_nothing_beyond) {
  const Balls balls;
  EXPECT_EQ(balls.gaps.within(balls.bite.upper_from_lower, 1.0 + 1e-9).size(), 2U);
  EXPECT_EQ(balls.gaps.within(balls.bite.upper_from_lower, 0.99).size(), 1U);
  EXPECT_TRUE(balls.gaps.within(balls.bite.upper_from_lower, 0.09).empty());
  EXPECT_FALSE(balls.gaps.of_pair(balls.bite.upper_from_lower, {11, 46}, 10));
  EXPECT_FALSE(balls.gaps.of_pair(balls.bite.upper_from_lower, {12, 46}, 10)) << "no such tooth";
}

TEST(GroupGaps, follow_the_pose_and_agree_with_each_other) {
  const Balls balls;
  std::mt19937 random(7);
  for (int i = 0; i < 30; ++i) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    std::uniform_real_distribution<double> shift(-1, 1);
    pose = Eigen::AngleAxisd(0.02 * shift(random), Eigen::Vector3d::UnitX()) *
           Eigen::Translation3d(shift(random), shift(random), shift(random) - 1.5);
    const auto gaps = balls.gaps.within(pose, 3);
    const auto pairs = balls.gaps.pairs_within(pose, 3);
    ASSERT_EQ(gaps.size(), pairs.size());
    double least = 3;
    for (std::size_t k = 0; k < gaps.size(); ++k) {
      EXPECT_EQ(gaps[k].pair, pairs[k]);
      EXPECT_EQ(balls.gaps.of_pair(pose, gaps[k].pair, 3)->distance_mm, gaps[k].distance_mm);
      least = std::min(least, gaps[k].distance_mm);
      // Brute force.
      double all = 1e9;
      const auto corners = [](const Solid& solid, std::size_t face, const Eigen::Isometry3d& moved) {
        const auto& [a, b, c] = solid.mesh.faces[face];
        const auto& v = solid.mesh.vertices;
        return Triangle{moved * v[a], moved * v[b], moved * v[c]};
      };
      if (i >= 3) continue;
      const auto upper_teeth = face_teeth(*balls.bite.upper), lower_teeth = face_teeth(*balls.bite.lower);
      for (std::size_t u = 0; u < upper_teeth.size(); ++u) {
        if (upper_teeth[u] != gaps[k].pair.upper) continue;
        const Triangle upper = corners(*balls.bite.upper, u, Eigen::Isometry3d::Identity());
        for (std::size_t l = 0; l < lower_teeth.size(); ++l) {
          if (lower_teeth[l] == gaps[k].pair.lower)
            all = std::min(all, triangle_gap(upper, corners(*balls.bite.lower, l, pose)).squared_mm2);
        }
      }
      EXPECT_NEAR(gaps[k].distance_mm, std::sqrt(all), 1e-12);
    }
    const auto closest = balls.gaps.least(pose, 3, [](GroupPair) { return true; });
    ASSERT_EQ(closest.has_value(), !gaps.empty());
    if (closest) {
      EXPECT_EQ(closest->distance_mm, least);
    }
  }
}

}  // namespace
}  // namespace intercusp
