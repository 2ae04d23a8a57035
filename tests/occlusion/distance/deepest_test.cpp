#include "occlusion/distance/deepest.h"

#include <gtest/gtest.h>

#include "tests/occlusion/distance/scenes.h"

namespace intercusp {
namespace {

std::optional<LeastDistance> least_of(const Bite& bite) {
  const PreparedJaws jaws = prepare_jaws(bite);
  return least_distance(bite, jaws, surface_distances(bite, jaws));
}

TEST(LeastDistance, a_wall_at_80_degrees_pushed_a_tenth_of_a_millimetre_is_that_deep) {
  const auto least = least_of(testing::pushed_walls(0.1));
  EXPECT_NEAR(least->max_penetration_distance_mm(), 0.1, 1e-4);
  EXPECT_LE(least->bound_mm, -0.1 + 1e-9);
  // Along z the same overlap is 0.1/cos 80° = 0.576 mm long.
  EXPECT_NEAR(0.1 / std::cos(testing::wall_angle_rad), 0.5759, 1e-4);
}

TEST(LeastDistance, boxes_apart_have_their_gap_and_no_penetration) {
  const auto least = least_of(testing::bite_of(testing::slab(2, 4), testing::slab(0, 1.75)));
  EXPECT_NEAR(least->distance_mm, 0.25, 1e-6);  // vertices are floats
  EXPECT_EQ(least->max_penetration_distance_mm(), 0);
  EXPECT_LE(least->bound_mm, least->distance_mm);
}

// The deepest place, straight below the sphere's pole, is in the middle of a wall of two faces, far from any vertex.
TEST(LeastDistance, is_found_amid_a_large_face) {
  const TriangleMesh lower = shapes::box({-20, -20, -10}, {20, 20, 0});
  const TriangleMesh upper = shapes::sphere({3.21, 1.23, 4.8}, 5, 100);
  const auto least = least_of(testing::bite_of(upper, lower));
  // The mesh lies inside the sphere by up to 5 mm · 2 · (1 − cos(π/200)) = 1.2e-3 mm.
  EXPECT_NEAR(least->distance_mm, -0.2, 1.3e-3);
  EXPECT_LE(least->distance_mm - least->bound_mm, 1e-4 + 1e-12);
}

// Two edges that cross like a roof's ridge below another's: the least lies on neither a vertex nor the middle
// of a face.
TEST(LeastDistance, is_found_on_crossing_edges) {
  const TriangleMesh ridge = shapes::prism({{-3, 0}, {3, 0}, {0, 3}}, -7, 9);
  Eigen::Isometry3d up = Eigen::Isometry3d::Identity();  // the ridge along y, its edge on top at z = 0
  up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  up.translation() = Eigen::Vector3d(0, 0, -3);
  Eigen::Isometry3d down = Eigen::Isometry3d::Identity();  // along x, its edge below at z = 0.05
  down.linear() << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  down = Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitX()) * down;
  down = Eigen::Translation3d(0, 0, 3.05) * down;
  const auto least = least_of(testing::bite_of(shapes::moved(ridge, down), shapes::moved(ridge, up)));
  EXPECT_NEAR(least->distance_mm, 0.05, 1e-4);
  EXPECT_LE(least->bound_mm, 0.05 + 1e-9);
  EXPECT_LT(least->case_point.head<2>().norm(), 0.02);
}

TEST(LeastDistance, the_place_is_told_in_the_case_frame) {
  std::mt19937 random(3);
  const Eigen::Isometry3d pose = testing::random_pose(random, 30);
  const TriangleMesh peg = shapes::box({4, 4, -5}, {6, 6, 0.5});
  const Bite bite =
      testing::bite_of(shapes::box({0, 0, 0}, {10, 10, 10}), shapes::moved(peg, pose.inverse()), pose);
  const auto least = least_of(bite);
  EXPECT_NEAR(least->distance_mm, -0.5, 1e-5);
  EXPECT_TRUE(least->on_lower);
  EXPECT_NEAR(least->case_point.z(), 0.5, 1e-5);
  EXPECT_EQ(bite.upper->mesh.vertices[bite.upper->mesh.faces[least->upper_face][0]].z(), 0);
}

// From the peg the closest place is the scan's rim, beyond which the surface is unknown; from the rim the distance to
// the peg is certain.
TEST(LeastDistance, beside_the_rim_of_a_scan_is_told_from_the_scan_alone) {
  Bite bite = testing::bite_of({}, shapes::box({10.1, 4, -1}, {12, 6, 1}));
  bite.upper = std::make_shared<const Solid>(testing::closed_scan());
  const auto least = least_of(bite);
  EXPECT_NEAR(least->distance_mm, 0.1, 1e-4);
  EXPECT_FALSE(least->on_lower);
}

TEST(LeastDistance, without_a_certain_vertex_there_is_none) {
  TriangleMesh open = shapes::box({0, 0, 0}, {10, 10, 10});
  open.faces.pop_back();
  const Eigen::Isometry3d aside(Eigen::Translation3d(1, 2, 3));
  EXPECT_FALSE(least_of(testing::bite_of(open, open, aside)).has_value());
}

}  // namespace
}  // namespace intercusp
