#include "occlusion/distance/surface_distance.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>

#include "tests/occlusion/distance/scenes.h"

namespace intercusp {
namespace {

TEST(SurfaceDistance, a_sphere_over_a_plane_has_its_height_at_every_vertex) {
  const TriangleMesh sphere = shapes::sphere({0, 0, -5}, 5, 40);
  const Bite bite = testing::bite_of(shapes::box({-30, -30, 0.3}, {30, 30, 40}), sphere);
  const SurfaceDistances distances = surface_distances(bite);
  for (std::size_t i = 0; i < sphere.vertices.size(); ++i) {
    const double expected = 0.3 - sphere.vertices[i].z();
    EXPECT_NEAR(distances.lower.mm[i], expected, 1e-6 * (1 + expected)) << i;  // a float's rounding
  }
  EXPECT_EQ(distances.lower.measured, sphere.vertices.size());
  EXPECT_EQ(distances.lower.undecided, 0u);
}

TEST(SurfaceDistance, inside_counts_from_either_jaw_and_in_any_pose) {
  std::mt19937 random(5);
  const Eigen::Isometry3d pose = testing::random_pose(random, 30);
  const TriangleMesh corner = shapes::moved(shapes::box({2, 2, 2}, {3, 3, 30}), pose.inverse());
  const Bite bite = testing::bite_of(shapes::box({0, 0, 0}, {10, 10, 10}), corner, pose);
  const SurfaceDistances distances = surface_distances(bite);
  for (std::size_t i = 0; i < corner.vertices.size(); ++i) {
    const Eigen::Vector3d point = pose * corner.vertices[i];
    const double expected = point.z() > 5 ? 20 : -std::min({point.x(), point.y(), point.z()});
    EXPECT_NEAR(distances.lower.mm[i], expected, 1e-5) << point.transpose();
  }
  EXPECT_NEAR(distances.upper.mm[0], std::sqrt(12.0), 1e-5);  // from (0, 0, 0) to (2, 2, 2)
}

TEST(SurfaceDistance, vertices_of_the_closure_alone_have_none) {
  Bite bite = testing::bite_of({}, shapes::box({4, 4, -2}, {5, 5, -1}));
  bite.upper = std::make_shared<const Solid>(testing::closed_scan());
  const SurfaceDistances distances = surface_distances(bite);
  EXPECT_EQ(distances.upper.measured, 4u);
  EXPECT_EQ(std::count_if(distances.upper.mm.begin(), distances.upper.mm.end(),
                          [](float mm) { return std::isnan(mm); }),
            4);
  EXPECT_EQ(distances.lower.at_rim_count, 0u);
}

TEST(SurfaceDistance, what_is_undecided_or_at_the_rim_is_counted) {
  Bite bite = testing::bite_of({}, shapes::box({4, 4, 6}, {20, 5, 7}));  // behind and next to the lid
  bite.upper = std::make_shared<const Solid>(testing::closed_scan());
  const SurfaceDistances distances = surface_distances(bite);
  EXPECT_EQ(distances.lower.undecided, 4u);
  EXPECT_EQ(distances.lower.at_rim_count, 4u);
  for (std::size_t i = 0; i < bite.lower->mesh.vertices.size(); ++i) {
    const bool beside = bite.lower->mesh.vertices[i].x() > 10;
    EXPECT_EQ(std::isnan(distances.lower.mm[i]), !beside);
    EXPECT_EQ(distances.lower.at_rim[i], beside ? 1 : 0);
  }
}

TEST(SurfaceDistance, any_number_of_threads_gives_the_same_bits) {
  std::mt19937 random(8);
  const Bite bite = testing::bite_of(shapes::torus({0, 0, 0}, {0, 0.4, 1}, 5, 2, 60, 30),
                                     shapes::sphere({4, 1, -2}, 3, 30), testing::random_pose(random, 0.1));
  const PreparedJaws jaws = prepare_jaws(bite);
  const SurfaceDistances many = surface_distances(bite, jaws);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const SurfaceDistances single = surface_distances(bite, jaws);
  EXPECT_EQ(many.lower.mm, single.lower.mm);
  EXPECT_EQ(many.lower.other_face, single.lower.other_face);
  EXPECT_EQ(many.upper.mm, single.upper.mm);
}

TEST(SurfaceDistance, a_missing_jaw_is_refused) {
  EXPECT_THROW((void)surface_distances(Bite{}), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
