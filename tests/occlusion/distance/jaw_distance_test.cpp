#include "occlusion/distance/jaw_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "occlusion/engines/rays/closest_points.h"
#include "tests/occlusion/distance/scenes.h"
#include "tests/support/winding_number.h"

namespace intercusp {
namespace {

using testing::winding_number;

JawDistance distance_from(TriangleMesh mesh) {
  return JawDistance(std::make_shared<const Solid>(solid_of(std::move(mesh))));
}

TEST(JawDistance, a_box_is_as_far_as_its_nearest_wall_edge_or_corner) {
  const JawDistance box = distance_from(shapes::box({0, 0, 0}, {10, 10, 10}));
  EXPECT_NEAR(box.at({5, 5, 12})->distance_mm, 2, 1e-12);
  EXPECT_NEAR(box.at({5, 13, 14})->distance_mm, 5, 1e-12);
  EXPECT_NEAR(box.at({-1, -2, -2})->distance_mm, 3, 1e-12);
  EXPECT_NEAR(box.at({5, 5, 9})->distance_mm, -1, 1e-12);
  EXPECT_NEAR(box.at({5, 5, 10})->distance_mm, 0, 1e-12);
  EXPECT_TRUE(box.at({5, 5, 10})->is_certain()) << "points on the surface have a certain distance";
}

TEST(JawDistance, random_points_have_the_least_distance_of_all_faces_and_the_sign_of_the_solid_angles) {
  std::mt19937 random(23);
  const TriangleMesh mesh =
      testing::together({shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 30, 15),
                         shapes::box({1, 1, -2}, {6, 4, 4}), shapes::sphere({-5, 1, 1}, 2.5, 9)});
  const JawDistance jaw = distance_from(mesh);
  std::uniform_real_distribution<double> place(-8, 8);
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector3d point(place(random), place(random), place(random));
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c] : mesh.faces) {
      least =
          std::min(least, distance_to_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    }
    const bool truly = winding_number(mesh, point) > 0.5;
    const auto reading = jaw.at(point);
    ASSERT_TRUE(reading->is_certain());
    // Either of two faces equally far within rounding may be found.
    EXPECT_NEAR(reading->distance_mm, truly ? -least : least, 1e-13) << i;
    inside += truly ? 1 : 0;
  }
  EXPECT_GT(inside, 50);
}

// The point is behind the nearest face of the second box, and yet inside the first.
TEST(JawDistance, where_parts_overlap_the_sign_is_not_that_of_the_closest_face) {
  const JawDistance parts = distance_from(
      testing::together({shapes::box({0, 0, 0}, {10, 10, 10}), shapes::box({4, 4, 4}, {14, 14, 14})}));
  EXPECT_NEAR(parts.at({5, 5, 3.9})->distance_mm, -0.1, 1e-12);
  EXPECT_NEAR(parts.at({5, 5, 4.1})->distance_mm, -0.1, 1e-12);
}

TEST(JawDistance, an_open_mesh_leaves_the_sign_undecided) {
  TriangleMesh box = shapes::box({0, 0, 0}, {10, 10, 10});
  box.faces.pop_back();
  const auto reading = distance_from(box).at({5, 5, 5});
  EXPECT_FALSE(reading->decided);
  EXPECT_NEAR(std::abs(reading->distance_mm), 5, 1e-12);
}

TEST(JawDistance, no_anatomy_no_distance) {
  Solid bare = solid_of(shapes::box({0, 0, 0}, {1, 1, 1}));
  bare.anatomy_faces = 0;
  EXPECT_FALSE(JawDistance(std::make_shared<const Solid>(bare)).at({5, 5, 5}).has_value());
}

TEST(JawDistance, below_a_scan_the_distance_is_to_the_scan_alone) {
  const JawDistance scan(std::make_shared<const Solid>(testing::closed_scan()));
  const auto below = scan.at({4, 3, -2});
  EXPECT_NEAR(below->distance_mm, 2, 1e-12);
  EXPECT_TRUE(below->is_certain());
  const auto inside = scan.at({4, 3, 4});  // the lid is nearer, but does not count as anatomy
  EXPECT_NEAR(inside->distance_mm, -4, 1e-12);
  EXPECT_TRUE(inside->is_certain());
  EXPECT_TRUE(scan.at({5, 5, -1})->is_certain())
      << "the diagonal between two faces of the scan does not count as a rim";
}

TEST(JawDistance, beside_a_scan_the_closest_point_is_on_its_rim) {
  const JawDistance scan(std::make_shared<const Solid>(testing::closed_scan()));
  for (const Eigen::Vector3d& point :
       {Eigen::Vector3d(-1, 4, -1), Eigen::Vector3d(11, 11, -1), Eigen::Vector3d(4, 10.5, 1)}) {
    EXPECT_TRUE(scan.at(point)->at_rim) << point.transpose();
    EXPECT_FALSE(scan.at(point)->is_certain());
  }
}

// Walks with steps sometimes longer and sometimes shorter than the distance to the surface.
TEST(JawDistance, a_reading_nearby_changes_no_reading) {
  std::mt19937 random(31);
  const TriangleMesh torus = shapes::torus({5, 5, 2}, {0, 0.4, 1}, 4, 1.5, 24, 12);
  for (const Solid& solid : {solid_of(torus), testing::closed_scan()}) {
    const JawDistance jaw(std::make_shared<const Solid>(solid));
    std::normal_distribution<double> step;
    std::uniform_real_distribution<double> place(-1, 11);
    int inside = 0, undecided = 0;
    for (int walk = 0; walk < 100; ++walk) {
      Eigen::Vector3d point(place(random), place(random), 0.5 * place(random));
      NearbyReading nearby{point, *jaw.at(point)};
      for (int i = 0; i < 20; ++i) {
        point += (i % 2 == 0 ? 0.1 : 1.0) * Eigen::Vector3d(step(random), step(random), step(random));
        const JawReading known = jaw.at(point, *jaw.closest(point, 1e3), nearby);
        const auto alone = jaw.at(point);
        ASSERT_EQ(known.distance_mm, alone->distance_mm);
        ASSERT_EQ(known.decided, alone->decided);
        nearby = {point, known};
        inside += alone->distance_mm < 0 ? 1 : 0;
        undecided += alone->decided ? 0 : 1;
      }
    }
    EXPECT_GT(inside, 100);
    const bool is_scan = solid.anatomy_faces < solid.mesh.faces.size();
    EXPECT_EQ(undecided > 20, is_scan);
  }
}

// Above the lid: outside the solid, but the scan is seen from behind, through a wall that was not scanned.
// Groups that lie close together and far apart, with and without a limit to the search.
TEST(JawDistance, points_sought_together_have_the_distances_that_embree_finds_one_by_one) {
  std::mt19937 random(41);
  const auto solid = std::make_shared<const Solid>(testing::closed_scan());
  const auto torus =
      std::make_shared<const Solid>(solid_of(shapes::torus({5, 5, 2}, {0, 0.4, 1}, 4, 1.5, 90, 40)));
  for (const auto& body : {solid, torus}) {
    const JawDistance jaw(body);
    const ClosestPoints peer(body->mesh, body->anatomy_faces);
    std::uniform_real_distribution<double> place(-2, 12), reach(0.1, 4);
    int beyond = 0;
    for (int group = 0; group < 200; ++group) {
      NearPoints near;
      const Eigen::Vector3d middle(place(random), place(random), place(random));
      const double spread = group % 3 == 0 ? 1.0 : 0.02;
      const std::size_t count = 1 + static_cast<std::size_t>(group) % NearPoints::most;
      while (near.count < count) {
        near.add(middle + spread * Eigen::Vector3d(place(random), place(random), place(random)),
                 reach(random));
      }
      const ClosestOfNear found = jaw.closest(near);
      for (std::size_t i = 0; i < count; ++i) {
        const auto truth = peer.within(near.points[i], near.radius_mm[i]);
        ASSERT_EQ(found[i].has_value(), truth.has_value());
        beyond += truth ? 0 : 1;
        if (!truth) continue;
        EXPECT_NEAR(found[i]->distance_mm, truth->distance_mm, 1e-13);
        EXPECT_EQ(found[i]->distance_mm, jaw.closest(near.points[i], near.radius_mm[i])->distance_mm);
      }
    }
    EXPECT_GT(beyond, 100);
  }
}

// A walk in and out of overlapping parts, with steps of all lengths, so that the previous reading decides some sides
// and not others.
TEST(JawDistance, points_read_one_after_another_have_the_readings_of_each_alone) {
  const JawDistance jaw = distance_from(
      testing::together({shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 30, 15),
                         shapes::box({1, 1, -2}, {6, 4, 4}), shapes::sphere({-5, 1, 1}, 2.5, 9)}));
  const auto faces = static_cast<std::uint32_t>(jaw.solid().mesh.faces.size());
  std::mt19937 random(29);
  std::uniform_real_distribution<double> place(-8, 8), part(-1, 1);
  std::uniform_int_distribution<std::uint32_t> any_face(0, faces - 1);
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i < 1000; ++i) {
    const bool far = i % 25 == 0;
    const Eigen::Vector3d step(part(random), part(random), part(random));
    points.push_back(far ? Eigen::Vector3d(place(random), place(random), place(random))
                         : Eigen::Vector3d(points.back() + std::pow(0.1, i % 4) * step));
  }
  constexpr double radius_mm = 1.5;
  std::size_t next = 0, far = 0, inside = 0;
  NearReadings readings(jaw, [&](std::size_t i, const Eigen::Vector3d& point, const JawReading& reading) {
    for (; next < i; ++next, ++far) {
      ASSERT_NE(next % 3, 0U) << "a guess is an answer, if no other is nearer";
      EXPECT_FALSE(jaw.closest(points[next], radius_mm)) << next;
    }
    next = i + 1;
    EXPECT_EQ(point, points[i]);
    const JawReading alone = *jaw.at(point);
    EXPECT_EQ(reading.distance_mm, alone.distance_mm) << i;
    EXPECT_EQ(reading.is_certain(), alone.is_certain()) << i;
    inside += reading.distance_mm < 0 ? 1 : 0;
  });
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % 3 == 0) {
      readings.add(i, points[i], jaw.on_face(points[i], any_face(random)));
    } else {
      readings.add(i, points[i], radius_mm);
    }
  }
  readings.finish();
  EXPECT_GT(inside, 100U);
  EXPECT_GT(far, 50U);
}

TEST(JawDistance, points_that_are_said_to_be_on_the_same_side_are) {
  std::mt19937 random(43);
  const TriangleMesh mesh = testing::together(
      {shapes::torus({5, 5, 2}, {0, 0.4, 1}, 4, 1.5, 24, 12), shapes::box({1, 1, 1}, {6, 4, 4})});
  const JawDistance jaw = distance_from(mesh);
  std::uniform_real_distribution<double> place(-1, 11);
  std::normal_distribution<double> step;
  int same = 0, only_by_both = 0;
  for (int i = 0; i < 4000; ++i) {
    const Eigen::Vector3d first(place(random), place(random), 0.5 * place(random));
    const Eigen::Vector3d second = first + 0.7 * Eigen::Vector3d(step(random), step(random), step(random));
    const JawReading a = *jaw.at(first), b = *jaw.at(second);
    if (!jaw.is_same_side(second, std::abs(b.distance_mm), {first, a})) continue;
    EXPECT_EQ(a.distance_mm < 0, b.distance_mm < 0) << first.transpose() << " and " << second.transpose();
    ++same;
    only_by_both += std::abs(a.distance_mm) < (second - first).norm() ? 1 : 0;
  }
  EXPECT_GT(same, 1000);
  EXPECT_GT(only_by_both, 200) << "where the ball of one alone does not reach the other";
}

TEST(JawDistance, behind_the_closure_of_a_scan_the_sign_is_undecided) {
  const JawDistance scan(std::make_shared<const Solid>(testing::closed_scan()));
  const auto above = scan.at({4, 3, 5.5});
  EXPECT_FALSE(above->decided);
  EXPECT_NEAR(above->distance_mm, 5.5, 1e-12);
}

}  // namespace
}  // namespace intercusp
