// Several solids against what is known on paper, and the engines' way to it.
#include "occlusion/several/interference.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using Solids = std::vector<std::shared_ptr<const Solid>>;
using Eigen::Vector3d;

std::shared_ptr<const Solid> body(TriangleMesh mesh) {
  return std::make_shared<const Solid>(solid_of(std::move(mesh)));
}

//! Of two solids whose boxes share space.
PairInterference of_two(TriangleMesh a, TriangleMesh b, const InterferenceOptions& options = {}) {
  const Solids solids = {body(std::move(a)), body(std::move(b))};
  const Interference found = find_interference(solids, options);
  EXPECT_EQ(found.near_pairs.size(), 1U);
  return found.near_pairs.empty() ? PairInterference{} : found.near_pairs.front();
}

TEST(Interference, boxes_are_as_deep_as_their_thinnest_overlap) {
  const PairInterference pair =
      of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({9, 4, 3}, {20, 14, 13}));
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.touching);
  // Depths are floats about the middle of a body that is 10 mm away at most.
  EXPECT_NEAR(pair.depth_mm, 1.0, 2e-6);
  EXPECT_NEAR(std::abs(pair.direction.x()), 1.0, 1e-9);
  EXPECT_NEAR(pair.point.x(), 9.5, 2e-6);
  EXPECT_GT(pair.point.y(), 4);
  EXPECT_LT(pair.point.y(), 10);
  // Lines at pixels' centres: half a pixel is lost or won at each rim.
  EXPECT_NEAR(pair.volume_mm3, 1.0 * 6 * 7, 1.0 * (6 + 7) * pair.pixel_mm);
  EXPECT_TRUE(pair.a_penetrates);
  EXPECT_TRUE(pair.b_penetrates);
  EXPECT_TRUE(pair.found_by_engine);
}

TEST(Interference, depth_is_measured_across_the_overlap_not_along_an_axis) {
  const Vector3d way = Vector3d(1, 2, 2).normalized();
  const double depth_mm = 0.4;
  const PairInterference pair =
      of_two(shapes::sphere({0, 0, 0}, 5, 60), shapes::sphere(way * (10 - depth_mm), 5, 60));
  // The faces lie inside the sphere by up to 5 (1 − cos(π/120)) 2 = 0.0034 mm each; a line may pass the axis
  // of the lens at 0.035 mm, where it is 0.035²/5 shorter.
  EXPECT_NEAR(pair.depth_mm, depth_mm, 0.0072);
  EXPECT_GT(pair.direction.dot(way), std::cos(0.06));
  EXPECT_NEAR((pair.point - way * 0.5 * (10 - depth_mm)).norm(), 0, 0.1);
  const double cap_height = depth_mm / 2;
  const double lens = 2 * M_PI * cap_height * cap_height * (5 - cap_height / 3);
  EXPECT_NEAR(pair.volume_mm3, lens, 0.05 * lens);
}

TEST(Interference, what_goes_through_a_plate_penetrates_and_is_not_penetrated) {
  const PairInterference pair =
      of_two(shapes::box({-20, -20, 0}, {20, 20, 1}), shapes::box({-1, -1, -5}, {1, 1, 5}));
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.a_penetrates) << "the diagonal of its wall, where the bar goes through, is no edge";
  EXPECT_TRUE(pair.b_penetrates);
  EXPECT_NEAR(pair.depth_mm, 1.0, 2e-6);
}

TEST(Interference, what_lies_inside_penetrates) {
  const PairInterference pair =
      of_two(shapes::box({4, 4, 4}, {5, 6, 7}), shapes::box({0, 0, 0}, {10, 10, 10}));
  EXPECT_TRUE(pair.interference);
  EXPECT_TRUE(pair.a_penetrates);
  EXPECT_FALSE(pair.b_penetrates);
  EXPECT_NEAR(pair.depth_mm, 1.0, 2e-6);
  EXPECT_NEAR(pair.point.x(), 4.5, 2e-6);
  const PairInterference reverse =
      of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({4, 4, 4}, {5, 6, 7}));
  EXPECT_FALSE(reverse.a_penetrates);
  EXPECT_TRUE(reverse.b_penetrates);
  EXPECT_NEAR(reverse.point.x(), 4.5, 2e-6);
}

TEST(Interference, directions_lead_from_a_to_b) {
  const TriangleMesh left = shapes::box({0, 0, 0}, {10, 10, 10}),
                     right = shapes::box({9, 4, 3}, {20, 14, 13});
  EXPECT_NEAR(of_two(left, right).direction.x(), 1, 1e-9);
  EXPECT_NEAR(of_two(right, left).direction.x(), -1, 1e-9);
}

TEST(Interference, boxes_with_flush_sides_penetrate_each_other) {
  const PairInterference pair =
      of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({9, 0, 0}, {19, 10, 10}));
  EXPECT_TRUE(pair.interference);
  EXPECT_NEAR(pair.depth_mm, 1.0, 2e-6);
  EXPECT_TRUE(pair.a_penetrates && pair.b_penetrates);
}

TEST(Interference, one_solid_given_twice_overlaps_as_a_whole) {
  const PairInterference pair = of_two(shapes::box({0, 0, 0}, {2, 3, 4}), shapes::box({0, 0, 0}, {2, 3, 4}));
  EXPECT_TRUE(pair.interference);
  EXPECT_NEAR(pair.depth_mm, 2.0, 2e-6);
  EXPECT_TRUE(pair.a_penetrates && pair.b_penetrates) << "edges lie on the other's surface";
}

TEST(Interference, an_overlap_within_the_tolerance_is_touching) {
  const auto moved_in = [](double mm) {
    return of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({10 - mm, 2, 2}, {20, 8, 8}));
  };
  EXPECT_FALSE(moved_in(0.00005).interference);
  EXPECT_TRUE(moved_in(0.00005).touching);
  EXPECT_EQ(moved_in(0.00005).depth_mm, 0);
  EXPECT_TRUE(moved_in(0.0002).interference);
  EXPECT_NEAR(moved_in(0.0002).depth_mm, 0.0002, 4e-6);
}

TEST(Interference, solids_that_only_share_a_wall_or_boxes_are_free) {
  const Solids solids = {body(shapes::box({0, 0, 0}, {10, 10, 10})),
                         body(shapes::box({10, 0, 0}, {20, 10, 10}))};
  EXPECT_TRUE(find_interference(solids).near_pairs.empty()) << "their boxes share a wall, no space";
  const PairInterference rings = of_two(shapes::torus({0, 0, 0}, {0, 0, 1}, 10, 1.5, 60, 24),
                                        shapes::torus({15, 0, 0}, {0, 1, 0}, 10, 1.5, 60, 24));
  EXPECT_FALSE(rings.interference || rings.touching) << "linked, 2 mm apart";
}

TEST(Interference, an_overlap_between_pixels_is_found_by_the_exact_test) {
  // A needle's tip, 0.02 mm thick where it enters, in a window of 40 mm looked at with pixels of 0.5 mm.
  TriangleMesh comb = shapes::box({-20, -20, 0}, {20, 20, 5});
  TriangleMesh needle = shapes::box({-20, -20, 5.5}, {20, 20, 8});
  append(needle, shapes::box({3.26, 4.26, 4.9}, {3.28, 4.28, 6}));
  const PairInterference pair = of_two(std::move(comb), std::move(needle), {.pixel_mm = 0.5});
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.found_by_engine);
  EXPECT_NEAR(pair.depth_mm, 0.02, 2e-5) << "it is 0.1 mm long and 0.02 mm thick";
  EXPECT_NEAR(pair.point.x(), 3.27, 0.011);
  EXPECT_FALSE(pair.a_penetrates);
  EXPECT_TRUE(pair.b_penetrates);
}

TEST(Interference, only_near_pairs_are_told_in_the_order_of_the_solids) {
  const Solids solids = {body(shapes::box({20, 0, 0}, {22, 2, 2})), body(shapes::box({0, 0, 0}, {2, 2, 2})),
                         body(shapes::box({1, 1, 1}, {21, 3, 3})), body(shapes::box({-9, 0, 0}, {-8, 1, 1}))};
  const Interference found = find_interference(solids);
  ASSERT_EQ(found.near_pairs.size(), 2U);
  EXPECT_EQ(found.near_pairs[0].a, 0U);
  EXPECT_EQ(found.near_pairs[0].b, 2U);
  EXPECT_EQ(found.near_pairs[1].a, 1U);
  EXPECT_EQ(found.near_pairs[1].b, 2U);
  EXPECT_TRUE(found.near_pairs[0].interference && found.near_pairs[1].interference);
  EXPECT_THROW((void)find_interference(solids, {.pixel_mm = 0}), std::invalid_argument);
  EXPECT_TRUE(find_interference({}).near_pairs.empty());
}

//! Boxes turned in any way overlap unless one of 15 axes parts them, which shares nothing with pixels or
//! faces.
double depth_of_turned_boxes(const Eigen::Isometry3d& a, const Vector3d& a_half, const Eigen::Isometry3d& b,
                             const Vector3d& b_half) {
  std::vector<Vector3d> axes;
  for (int i = 0; i < 3; ++i) {
    axes.emplace_back(a.linear().col(i));
    axes.emplace_back(b.linear().col(i));
    for (int j = 0; j < 3; ++j) {
      const Vector3d cross = a.linear().col(i).cross(b.linear().col(j));
      if (cross.norm() > 1e-9) axes.emplace_back(cross.normalized());
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3d& axis : axes) {
    const double reach = (a.linear().transpose() * axis).cwiseAbs().dot(a_half) +
                         (b.linear().transpose() * axis).cwiseAbs().dot(b_half);
    least = std::min(least, reach - std::abs(axis.dot(a.translation() - b.translation())));
  }
  return least;
}

TEST(Interference, random_turned_boxes_interfere_where_no_axis_parts_them) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> half(0.5, 3);
  int interfering = 0, free = 0;
  for (int round = 0; round < 300; ++round) {
    const Vector3d a_half(half(random), half(random), half(random)),
        b_half(half(random), half(random), half(random));
    const Eigen::Isometry3d a = testing::random_pose(random, 3), b = testing::random_pose(random, 3);
    const double depth = depth_of_turned_boxes(a, a_half, b, b_half);
    if (std::abs(depth) < 1e-3) continue;  // for the tolerance to decide
    const Solids solids = {body(shapes::moved(shapes::box(-a_half, a_half), a)),
                           body(shapes::moved(shapes::box(-b_half, b_half), b))};
    const Interference found = find_interference(solids);
    const bool interference = !found.near_pairs.empty() && found.near_pairs[0].interference;
    EXPECT_EQ(interference, depth > 0) << "round " << round << ", depth " << depth;
    (interference ? interfering : free) += 1;
    if (!interference) continue;
    const PairInterference& pair = found.near_pairs[0];
    EXPECT_TRUE(pair.a_penetrates || pair.b_penetrates) << "Knott 2003, theorem 4.1; round " << round;
    const auto inside = [&](const Eigen::Isometry3d& pose, const Vector3d& reach) {
      return ((pose.inverse() * pair.point).cwiseAbs().array() <= reach.array() + 1e-4).all();
    };
    EXPECT_TRUE(inside(a, a_half) && inside(b, b_half)) << "the place lies in both; round " << round;
  }
  EXPECT_GT(interfering, 80);
  EXPECT_GT(free, 40);
}

}  // namespace
}  // namespace intercusp
