#include "occlusion/exact/pair_segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "occlusion/geometry/shapes.h"

namespace intercusp::exact {
namespace {

std::vector<Bounds> boxes_of(const Surface& surface) {
  std::vector<Bounds> boxes(surface.faces.size());
  for (std::size_t face = 0; face < boxes.size(); ++face) {
    for (const Eigen::Vector3d& corner : surface.corners(face)) boxes[face].add(corner);
  }
  return boxes;
}

//! All pairs of faces whose boxes, in double, grown by `grown_mm`, meet.
std::vector<FacePair> all_pairs(const Surface& upper, const Surface& lower, double grown_mm) {
  const std::vector<Bounds> a = boxes_of(upper), b = boxes_of(lower);
  std::vector<FacePair> pairs;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      const bool meet = ((a[i].min - b[j].max).array() <= grown_mm).all() &&
                        ((b[j].min - a[i].max).array() <= grown_mm).all();
      if (meet) pairs.push_back({i, j});
    }
  }
  return pairs;
}

void expect_all_near_pairs(const TriangleMesh& upper_mesh, const TriangleMesh& lower_mesh) {
  const Solid upper = solid_of(upper_mesh), lower = solid_of(lower_mesh);
  const Surface a = surface_of(upper), b = surface_of(lower);
  const std::vector<FacePair> found = near_faces(a, b);
  EXPECT_TRUE(std::ranges::is_sorted(found));
  EXPECT_EQ(std::ranges::adjacent_find(found), found.end()) << "each pair once";
  EXPECT_TRUE(std::ranges::includes(found, all_pairs(a, b, 0))) << "no pair is missing";
  // Coordinates of up to 64 mm are rounded to float by at most 2^-19 mm each.
  EXPECT_TRUE(std::ranges::includes(all_pairs(a, b, std::ldexp(1.0, -18)), found)) << "no pair is far";
}

TEST(NearFaces, of_two_tori_are_all_pairs_whose_boxes_meet) {
  expect_all_near_pairs(shapes::torus({20.3, 0, 1.7}, {0.2, 0.1, 1}, 6, 2, 80, 40),
                        shapes::torus({21, 0, 0}, {0, 0.1, 1}, 6, 2, 80, 40));
}

TEST(NearFaces, of_plates_that_touch_are_those_of_the_common_wall) {
  const TriangleMesh lower = shapes::fine_box({0.1, 0.1, 0.1}, {4.1, 4.1, 0.3}, 0.25);
  expect_all_near_pairs(shapes::fine_box({0.2, 0.3, 0.3}, {4.3, 4.1, 0.7}, 0.25), lower);
}

TEST(NearFaces, of_a_few_faces_beside_many_are_all_as_well) {
  expect_all_near_pairs(shapes::box({0, 0, 0}, {1, 1, 1}), shapes::sphere({0.5, 0.5, 1.2}, 0.4, 30));
  expect_all_near_pairs(shapes::sphere({0.5, 0.5, 1.2}, 0.4, 30), shapes::box({0, 0, 0}, {1, 1, 1}));
}

TEST(NearFaces, of_fans_about_one_point_are_more_than_can_be_tested) {
  Solid fan;
  fan.mesh.vertices.emplace_back(0, 0, 0);
  constexpr std::uint32_t blades = 4000;
  for (std::uint32_t i = 0; i <= blades; ++i)
    fan.mesh.vertices.emplace_back(10 * std::cos(0.0015 * i), 10 * std::sin(0.0015 * i), 1);
  for (std::uint32_t i = 1; i <= blades; ++i) fan.mesh.faces.push_back({0, i, i + 1});
  try {
    (void)near_faces(surface_of(fan), surface_of(fan));
    FAIL() << "16 million pairs";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(" MB of memory for 16"), std::string::npos) << error.what();
  }
}

TEST(NearFaces, of_jaws_apart_are_none) {
  const Solid upper = solid_of(shapes::sphere({0, 0, 9}, 1, 30)),
              lower = solid_of(shapes::sphere({0, 0, 0}, 1, 30));
  EXPECT_TRUE(near_faces(surface_of(upper), surface_of(lower)).empty());
}

}  // namespace
}  // namespace intercusp::exact
