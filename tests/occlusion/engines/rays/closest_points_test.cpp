#include "occlusion/engines/rays/closest_points.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

TEST(DistanceToTriangle, is_right_above_each_part_of_it) {
  const Eigen::Vector3d a(0, 0, 0), b(4, 0, 0), c(0, 3, 0);
  EXPECT_DOUBLE_EQ(distance_to_triangle({1, 1, 2}, a, b, c), 2);                  // the face
  EXPECT_DOUBLE_EQ(distance_to_triangle({2, -3, 4}, a, b, c), 5);                 // edge ab
  EXPECT_DOUBLE_EQ(distance_to_triangle({-3, 1, -4}, a, b, c), 5);                // edge ca
  EXPECT_NEAR(distance_to_triangle({2 + 3, 1.5 + 4, 12}, a, b, c), 13, 1e-12);    // edge bc, straight out
  EXPECT_DOUBLE_EQ(distance_to_triangle({-3, -4, 12}, a, b, c), 13);              // corner a
  EXPECT_DOUBLE_EQ(distance_to_triangle({7, -4, 0}, a, b, c), 5);                 // corner b
  EXPECT_DOUBLE_EQ(distance_to_triangle({2, 0, 3}, a, {1, 0, 0}, {3, 0, 0}), 3);  // without area
}

TEST(ClosestPoints, a_point_far_from_the_mesh_loses_nothing_to_roundings) {
  // At 1 m a float has steps of 0.00006 mm; neighbouring faces of this plate differ by less in their
  // distance.
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  const TriangleMesh mesh = shapes::fine_box({-1, -1, -0.1}, {1, 1, 0}, 0.02);
  const ClosestPoints closest(mesh, mesh.faces.size());
  for (int i = 0; i < 50; ++i) {
    const Eigen::Vector3d point(0.9 * unit(random), 0.9 * unit(random), 1000 + 100 * unit(random));
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c] : mesh.faces) {
      least =
          std::min(least, distance_to_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    }
    EXPECT_EQ(closest.within(point, 1e9)->distance_mm, least);
  }
}

TEST(ClosestPoints, a_search_finds_what_looking_at_every_face_finds) {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> place(-8, 8), size(0.01, 6);
  const TriangleMesh mesh = testing::together(
      {shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 40, 20), shapes::box({1, 1, -2}, {6, 4, 4})});
  const ClosestPoints closest(mesh, mesh.faces.size());
  std::uniform_int_distribution<std::uint32_t> any_face(0, static_cast<std::uint32_t>(mesh.faces.size() - 1));
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const Eigen::Vector3d point(place(random), place(random), place(random));
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c] : mesh.faces) {
      least =
          std::min(least, distance_to_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    }
    const double radius = size(random);
    const auto without = closest.within(point, radius);
    const auto guessed = closest.within(point, radius, any_face(random));
    ASSERT_EQ(without.has_value(), least <= radius) << i;
    ASSERT_EQ(guessed.has_value(), least <= radius) << i;
    if (!without) continue;
    ++found;
    EXPECT_EQ(without->distance_mm, least) << i;
    EXPECT_EQ(guessed->distance_mm, least) << i;
    const auto& [a, b, c] = mesh.faces[without->face];
    EXPECT_EQ(distance_to_triangle(point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]), least);
  }
  EXPECT_GT(found, 100);
}

TEST(ClosestPoints, faces_beyond_the_count_take_no_part) {
  const TriangleMesh near_and_far =
      testing::together({shapes::box({0, 0, 10}, {1, 1, 11}), shapes::box({0, 0, 1}, {1, 1, 2})});
  const ClosestPoints closest(near_and_far, near_and_far.faces.size() / 2);
  EXPECT_NEAR(closest.within({0.5, 0.5, 0}, 20)->distance_mm, 10, 1e-12);
  EXPECT_FALSE(closest.within({0.5, 0.5, 0}, 9.999).has_value());
}

TEST(ClosestPoints, nothing_is_close_to_no_faces) {
  const TriangleMesh empty;
  EXPECT_FALSE(ClosestPoints(empty, 0).within({0, 0, 0}, 1000).has_value());
}

}  // namespace
}  // namespace intercusp
