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

}  // namespace
}  // namespace intercusp
