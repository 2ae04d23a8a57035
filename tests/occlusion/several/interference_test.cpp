// Several solids against answers known on paper, for every engine.
#include "occlusion/several/interference.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "tests/occlusion/several/polyhedra.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using Solids = std::vector<SolidOrBody>;
using Eigen::Vector3d;

SolidOrBody body(TriangleMesh mesh) { return {std::make_shared<const Solid>(solid_of(std::move(mesh)))}; }

//! Of two solids whose boxes share space.
PairInterference of_two(TriangleMesh a, TriangleMesh b, const InterferenceOptions& options = {}) {
  const Solids solids = {body(std::move(a)), body(std::move(b))};
  const Interference found = find_interference(solids, options);
  EXPECT_EQ(found.near_pairs.size(), 1U);
  return found.near_pairs.empty() ? PairInterference{} : found.near_pairs.front();
}

TEST(Interference, boxes_are_as_deep_as_the_least_way_out) {
  const PairInterference pair =
      of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({9, 4, 3}, {20, 14, 13}));
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.touching);
  EXPECT_NEAR(pair.depth_mm, 1.0, 1e-12);
  EXPECT_LE(pair.depth_error_mm, 1e-4 + pair.rounding_mm + 1e-12);
  EXPECT_NEAR((pair.direction - Vector3d::UnitX()).norm(), 0, 1e-9);
  EXPECT_NEAR(std::abs(pair.point.x() - 9.5), 0.5, 1e-9) << "on a wall of the one or the other";
  EXPECT_NEAR(pair.extent_mm, 1, 2e-6) << "floats about the middle of a body that is 10 mm away at most";
  EXPECT_NEAR(pair.volume_mm3, 1.0 * 6 * 7, 1e-9);
  EXPECT_TRUE(pair.a_penetrates);
  EXPECT_TRUE(pair.b_penetrates);
  EXPECT_TRUE(pair.found_by_engine);
}

//! The same solids moved, as a file in single precision holds them.
TriangleMesh in_floats(TriangleMesh mesh, double offset_mm) {
  for (Vector3d& vertex : mesh.vertices)
    vertex = (vertex + offset_mm * Vector3d(1, -1, 1)).cast<float>().cast<double>();
  return mesh;
}

// 10 m from the origin a float is up to 0.5 µm off along each axis: an overlap of 0.3 µm may be read as a gap.
TEST(Interference, a_verdict_within_the_rounding_of_the_files_is_doubtful_and_its_error_holds_the_truth) {
  const TriangleMesh box = shapes::box({-5.01, -5.02, -5.03}, {5, 5, 5});
  for (const double offset_mm : {0.0, 1e3, 4e3, 1e4, 1.5e4}) {
    for (const double overlap_mm : {9.8e-5, 1.02e-4, 3e-4, 5e-4, 3e-3, 0.1}) {
      SCOPED_TRACE(std::to_string(offset_mm) + " mm away, overlap " + std::to_string(overlap_mm));
      const TriangleMesh other = shapes::box({5 - overlap_mm, -2, -2}, {9, 2, 2});
      const PairInterference pair = of_two(in_floats(box, offset_mm), in_floats(other, offset_mm));
      EXPECT_TRUE(pair.rounding_decides || pair.interference == (overlap_mm > 1e-4));
      if (pair.interference) {
        EXPECT_GE(pair.depth_mm + pair.depth_error_mm, overlap_mm);
        EXPECT_GE(overlap_mm, pair.depth_mm - pair.rounding_mm);
      }
      EXPECT_TRUE(!pair.rounding_decides || pair.depth_mm + pair.depth_error_mm >= overlap_mm);
      EXPECT_TRUE(!pair.rounding_decides || overlap_mm < 0.01);
    }
  }
  EXPECT_FALSE(of_two(box, shapes::box({5 - 0.98e-4, -2, -2}, {9, 2, 2})).rounding_decides) << "17 digits";
}

TEST(Interference, a_wall_that_only_another_part_covers_is_deep_inside) {
  // The second is one of the two boxes that make the first. Its corner is 4 mm below the other's walls.
  const TriangleMesh first = shapes::box({0, 0, 0}, {10, 10, 10});
  const TriangleMesh both = testing::together({first, shapes::box({4, 4, 4}, {14, 14, 14})});
  for (const bool exchange : {false, true}) {
    const PairInterference pair = exchange ? of_two(first, both) : of_two(both, first);
    EXPECT_TRUE(pair.interference);
    EXPECT_NEAR(pair.depth_mm, 4, pair.depth_error_mm + 1e-9);
    EXPECT_LE(pair.depth_error_mm, 1e-3);
    EXPECT_NEAR(pair.volume_mm3, 1000, 1e-6);
  }
}

TEST(Interference, depth_is_measured_across_the_overlap_not_along_an_axis) {
  const Vector3d way = Vector3d(1, 2, 2).normalized();
  const double depth_mm = 0.4;
  const PairInterference pair =
      of_two(shapes::sphere({0, 0, 0}, 5, 60), shapes::sphere(way * (10 - depth_mm), 5, 60));
  // The faces lie inside the sphere by up to 5 (1 − cos(π/120)) 2 = 0.0034 mm each.
  EXPECT_NEAR(pair.depth_mm, depth_mm, 0.0072);
  EXPECT_GT(pair.direction.dot(way), std::cos(0.06));
  const double from_first = pair.point.dot(way);
  EXPECT_NEAR(std::min(std::abs(from_first - 5), std::abs(from_first - (5 - depth_mm))), 0, 0.0072);
  EXPECT_NEAR(pair.extent_mm, depth_mm, 0.0072);
  const double cap_height = depth_mm / 2;
  const double lens = 2 * M_PI * cap_height * cap_height * (5 - cap_height / 3);
  EXPECT_NEAR(pair.volume_mm3, lens, 0.05 * lens);
}

TEST(Interference, what_goes_through_a_plate_penetrates_and_is_not_penetrated) {
  const PairInterference pair =
      of_two(shapes::box({-20, -20, 0}, {20, 20, 1}), shapes::box({-1, -1, -5}, {1, 1, 5}));
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.a_penetrates)
      << "the diagonal of its wall, where the bar goes through, does not count as an edge";
  EXPECT_TRUE(pair.b_penetrates);
  EXPECT_NEAR(pair.depth_mm, 1, 1e-9) << "the middle of the plate's wall, where the bar covers it";
  EXPECT_NEAR(pair.volume_mm3, 4, 1e-9);
}

TEST(Interference, what_lies_inside_penetrates_and_is_as_deep_as_its_deepest_point) {
  const PairInterference pair =
      of_two(shapes::box({4, 4, 4}, {5, 6, 7}), shapes::box({0, 0, 0}, {10, 10, 10}));
  EXPECT_TRUE(pair.interference);
  EXPECT_TRUE(pair.a_penetrates);
  EXPECT_FALSE(pair.b_penetrates);
  EXPECT_NEAR(pair.depth_mm, 5, 1e-9) << "of the middle of the outer box";
  EXPECT_NEAR(pair.point.x(), 5, 1e-9);
  EXPECT_NEAR(pair.volume_mm3, 1 * 2 * 3, 1e-9);
  const PairInterference reverse =
      of_two(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({4, 4, 4}, {5, 6, 7}));
  EXPECT_FALSE(reverse.a_penetrates);
  EXPECT_TRUE(reverse.b_penetrates);
  EXPECT_NEAR(reverse.depth_mm, 5, 1e-9);
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

TEST(Interference, one_solid_given_twice_touches_itself) {
  const PairInterference pair = of_two(shapes::box({0, 0, 0}, {2, 3, 4}), shapes::box({0, 0, 0}, {2, 3, 4}));
  EXPECT_FALSE(pair.interference) << "no point of either surface lies inside: all lie on the other";
  EXPECT_TRUE(pair.touching);
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

TEST(Interference, solids_that_only_share_a_wall_touch_and_linked_ones_are_free) {
  const TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10}),
                     beside = shapes::box({10, 2, 3}, {20, 12, 13});
  for (const double angle : {0.0, 0.5 * M_PI, 0.3, 1.1}) {
    const Eigen::Isometry3d turn(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
    const PairInterference pair = of_two(shapes::moved(box, turn), shapes::moved(beside, turn));
    EXPECT_TRUE(pair.touching && !pair.interference) << "they share a part of a wall; turned by " << angle;
    EXPECT_EQ(pair.depth_mm, 0);
  }
  const PairInterference rings = of_two(shapes::torus({0, 0, 0}, {0, 0, 1}, 10, 1.5, 60, 24),
                                        shapes::torus({15, 0, 0}, {0, 1, 0}, 10, 1.5, 60, 24));
  EXPECT_FALSE(rings.interference || rings.touching) << "linked, 2 mm apart";
}

TEST(Interference, an_overlap_between_pixels_is_found) {
  // A needle's tip, 0.02 mm thick where it enters, in a window of 40 mm with pixels of 0.5 mm.
  TriangleMesh comb = shapes::box({-20, -20, 0}, {20, 20, 5});
  TriangleMesh needle = shapes::box({-20, -20, 5.5}, {20, 20, 8});
  append(needle, shapes::box({3.26, 4.26, 4.9}, {3.28, 4.28, 6}));
  const PairInterference pair = of_two(std::move(comb), std::move(needle), {.pixel_mm = 0.5});
  EXPECT_TRUE(pair.interference);
  EXPECT_FALSE(pair.found_by_engine);
  EXPECT_NEAR(pair.depth_mm, 0.1, 1e-9) << "its tip lies that deep below the comb's top";
  EXPECT_NEAR(pair.extent_mm, 0.1, 1e-5);
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

TEST(Interference, a_peg_too_long_for_its_socket_is_as_deep_as_it_is_too_long) {
  const Eigen::Isometry3d turn(Eigen::AngleAxisd(0.65, Vector3d(1, 2, 3).normalized()));
  for (const double deep : {0.005, 0.01, 0.02, 0.024, 0.026, 0.05, 0.1}) {
    const auto block = testing::socket({4, 4}, {1.05, 1.05}, -2, 0, 6);
    const auto peg = testing::box({-1, -1, -deep}, {1, 1, 10});
    for (const InterferenceEngine engine : {InterferenceEngine::zlist, InterferenceEngine::ray}) {
      const PairInterference pair = of_two(triangulated(block), triangulated(peg), {.engine = engine});
      EXPECT_TRUE(pair.interference && !pair.touching) << deep;
      EXPECT_NEAR(pair.depth_mm, deep, 1e-9);
      EXPECT_NEAR(pair.volume_mm3, 4 * deep, 1e-9);
      EXPECT_NEAR(pair.extent_mm, deep, 2e-6);
      EXPECT_NEAR((pair.direction - Vector3d::UnitZ()).norm(), 0, 1e-9);
    }
    const PairInterference turned = of_two(triangulated(moved(block, turn)), triangulated(moved(peg, turn)));
    EXPECT_NEAR(turned.depth_mm, deep, 1e-9);
    EXPECT_NEAR(turned.volume_mm3, 4 * deep, 1e-9);
  }
}

TEST(Interference, press_fits_are_as_deep_as_the_parts_are_too_thick) {
  const Eigen::Isometry3d turn(Eigen::AngleAxisd(0.58, Vector3d(1, 2, 3).normalized()));
  const int sides = 180;
  const double flat = std::cos(M_PI / sides);  // of the middle of a side
  const auto sleeve = testing::lathe({{3, -3}, {4, -3}, {4, 3}, {3, 3}}, sides);
  for (const double over : {0.005, 0.02}) {
    const auto peg = testing::frustum(testing::circle(3 + over, sides), -6, 6);
    const double shared = 0.5 * sides * std::sin(2 * M_PI / sides) * (std::pow(3 + over, 2) - 9) * 6;
    for (const Eigen::Isometry3d& pose : {Eigen::Isometry3d::Identity(), turn}) {
      const PairInterference pair = of_two(triangulated(moved(sleeve, pose)), triangulated(moved(peg, pose)));
      EXPECT_TRUE(pair.interference);
      EXPECT_GE(pair.depth_mm, over * flat - 1e-9);
      EXPECT_LE(pair.depth_mm, over + 1e-9) << "that between corners";
      EXPECT_NEAR(pair.volume_mm3, shared, 1e-6);
    }
  }
}

TEST(Interference, a_crown_on_a_die_is_as_deep_as_its_tightest_place) {
  const Eigen::Isometry3d turn(Eigen::AngleAxisd(0.58, Vector3d(1, 2, 3).normalized()));
  const auto die = testing::box({-3, -3, 0}, {3, 3, 6});
  const auto tight = testing::crown({4, 4}, {2.98, 2.98}, 6.05, 7.5, 0.5);
  const auto low = testing::crown({4, 4}, {3.03, 3.03}, 5.98, 7.5, 0.5);
  for (const Eigen::Isometry3d& pose : {Eigen::Isometry3d::Identity(), turn}) {
    const PairInterference walls = of_two(triangulated(moved(tight, pose)), triangulated(moved(die, pose)));
    EXPECT_TRUE(walls.interference);
    EXPECT_NEAR(walls.depth_mm, 0.02 * std::sqrt(2), 1e-9) << "at the die's edges";
    EXPECT_NEAR(walls.volume_mm3, (36 - 5.96 * 5.96) * 5.5, 1e-9);
    const PairInterference top = of_two(triangulated(moved(low, pose)), triangulated(moved(die, pose)));
    EXPECT_NEAR(top.depth_mm, 0.02, 1e-9);
    EXPECT_NEAR(top.volume_mm3, 36 * 0.02, 1e-9);
  }
}

TEST(Interference, a_plate_thinner_than_the_tolerance_lies_deep_in_a_box) {
  for (const InterferenceEngine engine : {InterferenceEngine::zlist, InterferenceEngine::ray}) {
    const PairInterference pair = of_two(shapes::box({-2, -2, -2}, {2, 2, 2}),
                                         shapes::box({-5, -5, 0.3}, {5, 5, 0.30004}), {.engine = engine});
    EXPECT_TRUE(pair.interference);
    EXPECT_NEAR(pair.depth_mm, 2 - 0.3, 1e-4) << "of the middle of the plate below the box's top";
    EXPECT_NEAR(pair.volume_mm3, 16 * 4e-5, 1e-9);
  }
}

TEST(Interference, walls_inside_another_part_of_a_solid_bound_no_depth) {
  TriangleMesh halves = shapes::box({-4, -2, -2}, {1, 2, 2});
  append(halves, shapes::box({-1, -2, -2}, {4, 2, 2}));
  const PairInterference pair = of_two(halves, shapes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  EXPECT_NEAR(pair.depth_mm, 2, 1e-4) << "from the walls at ±1, which are none, it would be 1";
  EXPECT_NEAR(pair.volume_mm3, 1, 1e-9);
}

//! Boxes in any pose overlap unless one of 15 axes separates them, which is independent of pixels and faces.
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
    EXPECT_LE(pair.depth_error_mm, 1e-4 + pair.rounding_mm + 1e-12);
    const auto inside = [&](const Eigen::Isometry3d& pose, const Vector3d& reach) {
      return ((pose.inverse() * pair.point).cwiseAbs().array() <= reach.array() + 1e-4).all();
    };
    EXPECT_TRUE(inside(a, a_half) && inside(b, b_half)) << "the place lies in both; round " << round;
  }
  EXPECT_GT(interfering, 80);
  EXPECT_GT(free, 40);
}

//! A body at a pose, with the mesh of import or a given one.
SolidOrBody formula(BodyKind kind, std::vector<double> size_mm, const Eigen::Isometry3d& pose,
                    double mesh_error_mm = body_mesh_error_mm) {
  auto made = std::make_shared<const AnalyticBody>(AnalyticBody{kind, std::move(size_mm), pose});
  return {std::make_shared<const Solid>(solid_of(mesh_of(*made, mesh_error_mm).mesh)), std::move(made)};
}

Eigen::Isometry3d at(const Vector3d& place) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.translation() = place;
  return pose;
}

PairInterference of_pair(const SolidOrBody& a, const SolidOrBody& b,
                         const InterferenceOptions& options = {}) {
  const Interference found = find_interference(Solids{a, b}, options);
  return found.near_pairs.empty() ? PairInterference{} : found.near_pairs.front();
}

constexpr std::array both_line_engines = {InterferenceEngine::zlist, InterferenceEngine::ray};

TEST(InterferenceOfBodies, spheres_are_as_deep_as_their_centres_are_near) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> radius(1, 6), share(0.02, 0.9);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 40; ++round) {
    const double r = radius(random), s = radius(random);
    const double depth = share(random) * std::min(r, s);
    const Vector3d way = Vector3d(normal(random), normal(random), normal(random)).normalized();
    const double apart = r + s - depth;
    const Vector3d place(3 * normal(random), 3 * normal(random), 3 * normal(random));
    const PairInterference pair = of_pair(formula(BodyKind::sphere, {r}, at(place)),
                                          formula(BodyKind::sphere, {s}, at(place + apart * way)));
    ASSERT_TRUE(pair.interference) << "round " << round;
    EXPECT_TRUE(pair.found_by_engine);
    EXPECT_NEAR(pair.depth_mm, depth, pair.depth_error_mm + 1e-9)
        << "round " << round << ", " << r << ", " << s;
    EXPECT_LE(pair.depth_error_mm, 1e-4 + pair.rounding_mm + 1e-12);
    EXPECT_GT(pair.direction.dot(way), std::cos(0.02)) << "round " << round;
    EXPECT_NEAR(pair.extent_mm, depth, pair.extent_error_mm + 5e-5) << "round " << round;
    const double from_first = (pair.point - place).norm(),
                 from_second = (pair.point - place - apart * way).norm();
    EXPECT_NEAR(std::min(std::abs(from_first - r), std::abs(from_second - s)), 0, 1e-9) << "on one of them";
    const double lens =
        M_PI * depth * depth * (apart * apart + 2 * apart * (r + s) - 3 * (r - s) * (r - s)) / (12 * apart);
    EXPECT_NEAR(pair.volume_mm3, lens, 0.01 * lens) << "round " << round;
  }
}

TEST(InterferenceOfBodies, a_sphere_pressed_through_the_wall_of_a_cylinder_is_as_deep_as_paper_says) {
  const Eigen::Isometry3d pose = at({3, -2, 5}) * Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized());
  const SolidOrBody cylinder = formula(BodyKind::cylinder, {4, 12}, pose);
  const auto ball_at = [&](double from_axis) {
    return formula(BodyKind::sphere, {1.5}, pose * at({from_axis, 0, 1.3}));
  };
  for (const InterferenceEngine engine : both_line_engines) {
    const PairInterference across = of_pair(cylinder, ball_at(5.2), {.engine = engine});
    EXPECT_NEAR(across.depth_mm, 0.3, 5e-5);
    EXPECT_NEAR(std::abs(across.direction.dot(pose.linear().col(0))), 1, 1e-3);
    const PairInterference within = of_pair(cylinder, ball_at(1), {.engine = engine});
    EXPECT_NEAR(within.depth_mm, 4, 1e-4) << "where it meets the cylinder's axis";
    EXPECT_GT(within.extent_mm, 2.5);
    EXPECT_NEAR(within.volume_mm3, 4.0 / 3 * M_PI * 1.5 * 1.5 * 1.5, 0.05);
    EXPECT_TRUE(within.b_penetrates && !within.a_penetrates);
    EXPECT_FALSE(of_pair(cylinder, ball_at(5.6), {.engine = engine}).interference);
    EXPECT_FALSE(of_pair(cylinder, ball_at(5.6), {.engine = engine}).touching);
  }
}

TEST(InterferenceOfBodies, fits_are_as_deep_as_paper_says) {
  struct Fit {
    SolidOrBody a, b;
    double depth_mm;
  };
  const Eigen::Isometry3d turned(Eigen::AngleAxisd(0.5 * M_PI, Vector3d::UnitX()));
  const SolidOrBody ring = formula(BodyKind::torus, {10, 2, 360}, at({0, 0, 0})),
                    bar = formula(BodyKind::cylinder, {2, 20}, at({0, 0, 0}));
  const std::vector<Fit> fits = {
      {ring, formula(BodyKind::sphere, {7.9}, at({0, 0, 0})), 0},
      {ring, formula(BodyKind::sphere, {8.05}, at({0, 0, 0})), 0.05},
      {ring, formula(BodyKind::torus, {10, 2, 360}, at({10, 0, 0}) * turned), 0},
      {ring, formula(BodyKind::torus, {10, 2, 360}, at({16.02, 0, 0}) * turned), 0.02},
      {ring, formula(BodyKind::cylinder, {8.005, 10}, at({0, 0, 0})), 0.005},
      {bar, formula(BodyKind::cylinder, {2, 20}, at({3.9, 0, 0}) * turned), 0.1},
      {bar, formula(BodyKind::box, {20, 20, 4}, at({0, 0, 11.98})), 0.02},
      {formula(BodyKind::cone, {3, 0, 8}, at({0, 0, 0})),
       formula(BodyKind::box, {20, 20, 4}, at({0.3, 0.2, 5.7})), 0.3},
      {bar, formula(BodyKind::cylinder, {2.3, 3}, at({0, 0, 0})), 2},
  };
  const Eigen::Isometry3d pose = at({3, -2, 5}) * Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized());
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const auto placed = [&](const SolidOrBody& solid) {
      return formula(solid.body->kind, solid.body->size_mm, pose * solid.body->case_from_body, 0.02);
    };
    const PairInterference pair = of_pair(placed(fits[i].a), placed(fits[i].b));
    EXPECT_EQ(pair.interference, fits[i].depth_mm > 0) << "fit " << i;
    EXPECT_NEAR(pair.depth_mm, fits[i].depth_mm, pair.depth_error_mm + 1e-9) << "fit " << i;
    EXPECT_LE(pair.depth_error_mm, 1e-4 + 1e-12) << "fit " << i;
  }
}

TEST(InterferenceOfBodies, touching_is_coming_within_the_tolerance) {
  const SolidOrBody ball = formula(BodyKind::sphere, {0.5}, at({0, 0, 0}), 0.02);
  for (const double gap : {-5e-5, 0.0, 5e-5, 1.5e-4, 1e-3}) {
    const PairInterference balls =
        of_pair(ball, formula(BodyKind::sphere, {0.3}, at({0.8 + gap, 0, 0}), 0.02));
    EXPECT_EQ(balls.touching, gap < 1e-4) << gap;
    EXPECT_FALSE(balls.interference) << gap;
    const PairInterference block = of_pair(body(shapes::box({0.5 + gap, -3, -3}, {9, 4, 5})), ball);
    EXPECT_EQ(block.touching, gap < 1e-4) << gap;
    EXPECT_FALSE(block.interference) << gap;
  }
}

TEST(InterferenceOfBodies, what_is_curved_penetrates_also_where_its_mesh_does_not_show_it) {
  const SolidOrBody ball = formula(BodyKind::sphere, {5}, at({0, 0, 0}), 0.05);
  const PairInterference balls = of_pair(ball, formula(BodyKind::sphere, {5}, at({0, 0, 9.999}), 0.05));
  EXPECT_NEAR(balls.depth_mm, 0.001, 5e-5);
  EXPECT_TRUE(balls.a_penetrates && balls.b_penetrates);
  const PairInterference pressed = of_pair(ball, formula(BodyKind::box, {30, 30, 4}, at({0, 0, 6.999})));
  EXPECT_NEAR(pressed.depth_mm, 0.001, 5e-5);
  EXPECT_TRUE(pressed.a_penetrates);
  EXPECT_FALSE(pressed.b_penetrates) << "no edge of the box is near";
}

TEST(InterferenceOfBodies, a_small_body_is_looked_at_as_closely_beside_a_huge_one) {
  const PairInterference pair = of_pair(formula(BodyKind::sphere, {2}, at({0.3, 0.1, 1.5})),
                                        formula(BodyKind::sphere, {90000}, at({0, 0, 90000})));
  EXPECT_EQ(pair.pixel_mm, 0.05);
  // Along x the lower half of the ball is inside at its full width.
  EXPECT_NEAR(pair.depth_mm, 3.5, 1e-3);
}

TEST(InterferenceOfBodies, random_turned_boxes_interfere_where_no_axis_parts_them) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> half(0.5, 3);
  int interfering = 0, free = 0;
  for (int round = 0; round < 200; ++round) {
    const Vector3d a_half(half(random), half(random), half(random)),
        b_half(half(random), half(random), half(random));
    const Eigen::Isometry3d a = testing::random_pose(random, 3), b = testing::random_pose(random, 3);
    const double depth = depth_of_turned_boxes(a, a_half, b, b_half);
    if (std::abs(depth) < 1e-3) continue;  // for the tolerance to decide
    const auto box = [](const Vector3d& reach, const Eigen::Isometry3d& pose) {
      return formula(BodyKind::box, {2 * reach.x(), 2 * reach.y(), 2 * reach.z()}, pose);
    };
    const InterferenceEngine engine = both_line_engines[static_cast<std::size_t>(round) % 2];
    const PairInterference pair = of_pair(box(a_half, a), box(b_half, b), {.engine = engine});
    EXPECT_EQ(pair.interference, depth > 0) << "round " << round << ", depth " << depth;
    (pair.interference ? interfering : free) += 1;
  }
  EXPECT_GT(interfering, 60);
  EXPECT_GT(free, 30);
}

TEST(InterferenceOfBodies, what_lines_see_does_not_depend_on_the_mesh) {
  const auto pair_with = [&](double mesh_error_mm) {
    return of_pair(formula(BodyKind::ellipsoid, {6, 4, 3}, at({0, 0, 0}), mesh_error_mm),
                   formula(BodyKind::torus, {7, 1.2, 360}, at({1, 0.5, 2.2}), mesh_error_mm));
  };
  const PairInterference coarse = pair_with(0.2), fine = pair_with(0.001);
  EXPECT_TRUE(fine.interference);
  EXPECT_EQ(coarse.depth_mm, fine.depth_mm);
  EXPECT_EQ(coarse.volume_mm3, fine.volume_mm3);
  EXPECT_EQ(coarse.point, fine.point);
}

TEST(InterferenceOfBodies, meshes_that_get_finer_come_to_the_same_depth) {
  const Eigen::Isometry3d turned = at({1, 0.5, 6.3}) * Eigen::AngleAxisd(0.4, Vector3d(1, 1, 0).normalized());
  const SolidOrBody ball = formula(BodyKind::sphere, {4}, at({0, 0, 0}));
  const SolidOrBody egg = formula(BodyKind::ellipsoid, {5, 4, 3}, turned);
  const PairInterference known = of_pair(ball, egg);
  ASSERT_TRUE(known.interference);
  for (const double error_mm : {0.1, 0.02, 0.004}) {
    SolidOrBody ball_mesh = formula(BodyKind::sphere, {4}, at({0, 0, 0}), error_mm);
    SolidOrBody egg_mesh = formula(BodyKind::ellipsoid, {5, 4, 3}, turned, error_mm);
    ball_mesh.body = egg_mesh.body = nullptr;
    const PairInterference seen = of_pair(ball_mesh, egg_mesh, {.pixel_mm = 0.02});
    // Both meshes lie inside by that much, and a pixel next to the deepest line loses depth by the curvature.
    EXPECT_NEAR(seen.depth_mm, known.depth_mm, 2 * error_mm + 2e-4) << error_mm;
    EXPECT_NEAR(seen.volume_mm3, known.volume_mm3, 4 * M_PI * error_mm + 0.01 * known.volume_mm3) << error_mm;
  }
}

TEST(InterferenceOfBodies, a_body_in_a_mesh_is_as_deep_as_the_mesh_of_the_mesh_allows) {
  // A ball pressed into a block of triangles by 0.25 mm: the block's face is flat, so paper has the answer.
  for (const InterferenceEngine engine : both_line_engines) {
    const PairInterference pair =
        of_pair(body(shapes::fine_box({-8, -8, -6}, {8, 8, 0}, 1)),
                formula(BodyKind::sphere, {3}, at({0.3, 0.1, 2.75})), {.engine = engine});
    EXPECT_NEAR(pair.depth_mm, 0.25, 2e-5);
    const double cap = M_PI * 0.25 * 0.25 * (3 - 0.25 / 3);
    EXPECT_NEAR(pair.volume_mm3, cap, 0.01 * cap);
    EXPECT_NEAR(std::abs(pair.point.z() + 0.125), 0.125, 1e-4)
        << "on the ball or on the block below its middle";
    EXPECT_NEAR((pair.point - Vector3d(0.3, 0.1, 0)).head<2>().norm(), 0, 0.03);
    EXPECT_GT(pair.direction.z(), 0.999) << "towards the ball";
  }
}

TEST(InterferenceOfBodies, a_body_overlaps_no_wall_that_import_added) {
  TriangleMesh block = shapes::box({-8, -8, -6}, {8, 8, 0});
  Solid closed = solid_of(block);
  closed.anatomy_faces = 0;  // all of it was added
  const SolidOrBody added{std::make_shared<const Solid>(closed)};
  for (const InterferenceEngine engine : both_line_engines) {
    EXPECT_FALSE(
        of_pair(added, formula(BodyKind::sphere, {3}, at({0, 0, 2.75})), {.engine = engine}).interference);
  }
}

TEST(InterferenceOfBodies, all_engines_agree_on_random_pairs_of_all_kinds) {
  const std::vector<std::pair<BodyKind, std::vector<double>>> kinds = {
      {BodyKind::sphere, {2.5}},      {BodyKind::ellipsoid, {4, 2, 3}}, {BodyKind::cylinder, {2, 6}},
      {BodyKind::cone, {3, 0, 6}},    {BodyKind::cone, {1, 2.5, 5}},    {BodyKind::torus, {4, 1.2, 360}},
      {BodyKind::torus, {4, 1, 200}}, {BodyKind::box, {3, 5, 4}}};
  std::mt19937 random(31);
  int interfering = 0, free = 0, along_the_same_lines = 0;
  for (int round = 0; round < 40; ++round) {
    const auto& [kind, sizes] = kinds[static_cast<std::size_t>(round) % kinds.size()];
    const auto& [other_kind, other_sizes] = kinds[random() % kinds.size()];
    const SolidOrBody a = formula(kind, sizes, testing::random_pose(random, 2.5), 0.02);
    const SolidOrBody b = formula(other_kind, other_sizes, testing::random_pose(random, 2.5), 0.02);
    const SolidOrBody b_mesh{b.solid};
    const PairInterference formulas = of_pair(a, b, {.pixel_mm = 0.1});
    const PairInterference layers = of_pair(a, b_mesh, {.pixel_mm = 0.1}),
                           by_rays = of_pair(a, b_mesh, {.engine = InterferenceEngine::ray, .pixel_mm = 0.1});
    EXPECT_EQ(layers.interference, by_rays.interference) << "round " << round;
    EXPECT_TRUE(formulas.depth_mm < 0.1 || layers.interference) << "round " << round;
    EXPECT_NEAR(layers.volume_mm3, by_rays.volume_mm3, 0.01 * layers.volume_mm3 + 1e-4) << "round " << round;
    // Of two directions that are nearly as good, rounding may choose. Along the same lines only the z-lists' floats
    // are between them.
    if (layers.direction.dot(by_rays.direction) > 1 - 1e-9) {
      EXPECT_NEAR(layers.depth_mm, by_rays.depth_mm, 1e-3) << "round " << round;
      ++along_the_same_lines;
    }
    (formulas.interference ? interfering : free) += 1;
  }
  EXPECT_GT(interfering, 20);
  EXPECT_GT(free, 3);
  EXPECT_GT(along_the_same_lines, 10);
}

TEST(Interference, rays_and_z_lists_agree_on_meshes) {
  std::mt19937 random(41);
  int along_the_same_lines = 0;
  for (int round = 0; round < 30; ++round) {
    const SolidOrBody a = body(
        shapes::moved(shapes::torus({0, 0, 0}, {0, 0, 1}, 4, 1.5, 40, 20), testing::random_pose(random, 2)));
    const SolidOrBody b =
        body(shapes::moved(shapes::fine_box({-2, -1, -3}, {2, 1, 3}, 1), testing::random_pose(random, 2)));
    const PairInterference layers = of_pair(a, b),
                           by_rays = of_pair(a, b, {.engine = InterferenceEngine::ray});
    EXPECT_EQ(layers.interference, by_rays.interference) << "round " << round;
    EXPECT_EQ(layers.a_penetrates, by_rays.a_penetrates);
    EXPECT_EQ(layers.b_penetrates, by_rays.b_penetrates);
    EXPECT_NEAR(layers.volume_mm3, by_rays.volume_mm3, 0.005 * layers.volume_mm3 + 1e-4) << "round " << round;
    if (layers.interference && layers.direction.dot(by_rays.direction) > 1 - 1e-9) {
      EXPECT_NEAR(layers.depth_mm, by_rays.depth_mm, 0.001) << "round " << round;
      ++along_the_same_lines;
    }
  }
  EXPECT_GT(along_the_same_lines, 10) << "of two directions that are nearly as good, rounding may choose";
}

//! The planes of a convex solid's faces: normal·x ≤ offset.
struct HalfSpace {
  Vector3d normal;
  double offset;
};

void add_half_spaces(const TriangleMesh& mesh, std::vector<HalfSpace>& spaces) {
  for (std::size_t face = 0; face < mesh.faces.size(); ++face) {
    const Vector3d normal = face_normal_twice_area(mesh, face).normalized();
    spaces.push_back({normal, normal.dot(mesh.vertices[mesh.faces[face][0]])});
  }
}

//! The greatest t with x and x + t·direction in two convex solids: a linear programme in x and t, by all of its vertices.
double longest_in_both(const TriangleMesh& a, const TriangleMesh& b, const Vector3d& direction) {
  std::vector<HalfSpace> spaces;
  add_half_spaces(a, spaces);
  add_half_spaces(b, spaces);
  const std::size_t count = 2 * spaces.size();
  std::vector<Eigen::RowVector4d> rows;
  std::vector<double> limits;
  for (const HalfSpace& space : spaces) {
    for (const double end : {0.0, 1.0}) {
      rows.emplace_back(space.normal.x(), space.normal.y(), space.normal.z(),
                        end * space.normal.dot(direction));
      limits.push_back(space.offset);
    }
  }
  double longest = 0;
  for (std::size_t i = 3; i < count; ++i) {
    for (std::size_t j = 2; j < i; ++j) {
      for (std::size_t k = 1; k < j; ++k) {
        for (std::size_t l = 0; l < k; ++l) {
          Eigen::Matrix4d met;
          met << rows[i], rows[j], rows[k], rows[l];
          bool invertible = false;
          Eigen::Matrix4d inverse;
          met.computeInverseWithCheck(inverse, invertible, 1e-9);
          if (!invertible) continue;
          const Eigen::Vector4d at = inverse * Eigen::Vector4d(limits[i], limits[j], limits[k], limits[l]);
          bool allowed = at[3] > longest;
          for (std::size_t n = 0; n < count && allowed; ++n) allowed = rows[n].dot(at) <= limits[n] + 1e-9;
          if (allowed) longest = at[3];
        }
      }
    }
  }
  return longest;
}

void expect_longest(const PairInterference& pair, double truth_mm) {
  EXPECT_NEAR(pair.extent_mm, truth_mm, pair.extent_error_mm + 1e-6);
  EXPECT_LE(pair.extent_error_mm, 1e-5);
}

TEST(Interference, the_extent_of_convex_solids_is_that_of_a_linear_programme) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-3, 3), overlap(0.005, 0.4);
  const auto tetrahedron = [&] {
    for (;;) {
      TriangleMesh mesh{.vertices = {}, .faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
      for (int i = 0; i < 4; ++i) {
        const double x = place(random), y = place(random), z = place(random);
        mesh.vertices.emplace_back(x, y, z);
      }
      if (signed_volume(mesh) < 0) std::swap(mesh.vertices[1], mesh.vertices[2]);
      if (signed_volume(mesh) > 4) return mesh;
    }
  };
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    const TriangleMesh a = tetrahedron();
    TriangleMesh b = tetrahedron();
    // A corner of b below the middle of a face of a.
    const auto& [i, j, k] = a.faces[0];
    const Vector3d middle = (a.vertices[i] + a.vertices[j] + a.vertices[k]) / 3;
    const Vector3d shift =
        middle - overlap(random) * face_normal_twice_area(a, 0).normalized() - b.vertices[0];
    for (Vector3d& vertex : b.vertices) vertex += shift;
    const PairInterference pair = of_two(a, b);
    ASSERT_TRUE(pair.interference);
    expect_longest(pair, longest_in_both(a, b, pair.direction));
  }
}

TEST(Interference, the_longest_overlap_is_found_between_pixels) {
  const TriangleMesh a{.vertices = {{-0.7905579224303096, -1.5638718564783636, -4.248626592876129},
                                    {-2.633344941330478, 1.192799684823261, -0.6908135416911754},
                                    {0.7355910421324177, -0.7175856167445069, 4.318758244649353},
                                    {-2.9518507109238508, -3.518618372766629, -0.1340351623502802},
                                    {-0.9659158206832339, 5.659170371012088, 2.2184125020731087},
                                    {2.7398464817776, 3.5832095248544156, -3.3752944507925395},
                                    {6.69146776732639, 2.1222920190949495, -4.208397795530288},
                                    {0.24197550517889593, 1.2393235413299795, -6.18328968261404},
                                    {-3.4111541508980596, 1.2345683059158858, 1.914163877481231}},
                       .faces = {{8, 3, 2},
                                 {2, 3, 6},
                                 {8, 2, 4},
                                 {4, 2, 6},
                                 {6, 3, 0},
                                 {0, 7, 6},
                                 {8, 4, 1},
                                 {1, 4, 7},
                                 {1, 3, 8},
                                 {1, 0, 3},
                                 {7, 0, 1},
                                 {6, 7, 5},
                                 {5, 4, 6},
                                 {7, 4, 5}}};
  const TriangleMesh b{.vertices = {{-3.2787024993937752, -9.638708140738784, -1.534549010821014},
                                    {-8.377211231722017, -3.6496952601316295, -6.149368816782355},
                                    {-7.614540347738723, -11.444626690798032, -4.443497560219791},
                                    {-3.5154006710390178, -7.073344158483607, -5.390695336037194},
                                    {-8.140048498518212, -6.510403240295199, -4.735740592327153},
                                    {-0.8187915228861136, -8.821674512403503, 0.7472448065350127},
                                    {-3.0591222892199377, -10.687136000426426, 1.4020751856950588},
                                    {-1.4067447900866141, -3.23383103976418, -5.861452297560932},
                                    {-7.966100902377583, -4.75224642020098, 0.9543266223826444},
                                    {-5.646378349732272, -0.7338436668936785, 5.005660737269661}},
                       .faces = {{1, 9, 7},
                                 {7, 9, 5},
                                 {8, 9, 1},
                                 {3, 7, 5},
                                 {3, 2, 1},
                                 {1, 7, 3},
                                 {1, 2, 4},
                                 {4, 8, 1},
                                 {2, 8, 4},
                                 {5, 9, 6},
                                 {9, 8, 6},
                                 {6, 8, 2},
                                 {0, 3, 5},
                                 {2, 3, 0},
                                 {5, 6, 0},
                                 {0, 6, 2}}};
  for (const InterferenceEngine engine : both_line_engines) {
    const PairInterference pair = of_two(a, b, {.engine = engine});
    const double truth_mm = longest_in_both(a, b, pair.direction);
    EXPECT_NEAR(truth_mm, 0.0199913, 1e-7);
    expect_longest(pair, truth_mm);
  }
}

TEST(Interference, a_blade_on_a_ridge_overlaps_longer_along_the_way_out_of_a_deeper_prong) {
  // Along z the blade overlaps by 0.5 mm, but its edge is only 0.5/√5 mm away from the sides of the ridge.
  const TriangleMesh block = testing::prism({{-5, -4}, {8, -4}, {8, 0}, {0.5, 0}, {0, 1}, {-0.5, 0}, {-5, 0}},
                                            {{3, 4, 5}, {0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {0, 5, 6}}, -2, 2);
  const TriangleMesh fork = testing::prism(
      {{-2, 4},
       {-2, 2},
       {-0.35, 2},
       {0, 0.5},
       {0.35, 2},
       {4, 2},
       {4, -0.3},
       {5, -0.3},
       {5, 2},
       {6, 2},
       {6, 4}},
      {{2, 3, 4}, {5, 6, 7}, {5, 7, 8}, {0, 1, 2}, {0, 2, 4}, {0, 4, 5}, {0, 5, 8}, {0, 8, 10}, {8, 9, 10}},
      -1, 1.1);
  std::mt19937 random(9);
  for (int round = 0; round < 10; ++round) {
    const Eigen::Isometry3d pose = testing::random_pose(random, 3);
    const PairInterference pair = of_two(shapes::moved(block, pose), shapes::moved(fork, pose));
    EXPECT_NEAR(pair.depth_mm, 0.3, 1e-4);
    EXPECT_NEAR(pair.direction.dot(pose.linear().col(2)), 1, 1e-9);
    expect_longest(pair, 0.5);
  }
}

}  // namespace
}  // namespace intercusp
