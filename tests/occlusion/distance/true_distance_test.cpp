#include "occlusion/distance/true_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "occlusion/distance/jaw_distance.h"
#include "occlusion/engines/rays/ray_engine.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using testing::pixel_at;
using testing::slab;
using testing::view_of;

struct Measured {
  ClearanceMap map;
  std::vector<float> distance;
  std::vector<DistanceMark> mark;
};
Measured measured(const Bite& bite, double pixel_mm, double radius_mm = near_contact_mm) {
  const View view = view_of(bite, pixel_mm);
  const ClearanceMap map = RayEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
  TrueDistance true_distance(bite.upper, bite.lower);
  const DistanceMap& distances = true_distance.compute(map, bite.upper_from_lower, radius_mm);
  return {map, distances.distance_mm, distances.mark};
}

TEST(TrueDistance, between_parallel_plates_is_the_clearance_times_the_cosine) {
  Eigen::Isometry3d tilt = Eigen::Isometry3d::Identity();
  tilt.linear() = Eigen::AngleAxisd(0.5, Eigen::Vector3d(1, 2, 0).normalized()).toRotationMatrix();
  const TriangleMesh plate = shapes::moved(shapes::box({-8, -8, -1}, {8, 8, 0}), tilt);
  TriangleMesh upper = plate;
  const Eigen::Vector3d apart = (1 + 0.3) * tilt.linear().col(2);  // the plate's thickness and the gap
  for (Eigen::Vector3d& vertex : upper.vertices) vertex += apart;
  const auto [map, distance, mark] = measured(bite_of(upper, plate), 0.1);
  const std::size_t middle = pixel_at(map, 0.05, 0.05);
  EXPECT_NEAR(map.clearance_mm[middle], 0.3 / tilt.linear()(2, 2), 1e-5);
  EXPECT_NEAR(distance[middle], 0.3, 1e-5);
}

TEST(TrueDistance, above_a_ball_it_is_the_way_to_the_centre_less_the_radius) {
  const double radius = 3;
  const int rings = 256;
  for (const double gap : {0.1, -0.15}) {
    const Bite bite = bite_of(shapes::sphere({5, 5, radius + gap}, radius, rings), slab(-2, 0));
    const auto [map, distance, mark] = measured(bite, 0.05);
    const double step = std::numbers::pi / rings;
    const double sag = 2 * radius * (1 - std::cos(step / 2));  // facets lie inside the ball
    const PixelGrid& grid = map.view.grid;
    std::size_t compared = 0;
    for (int row = 0; row < grid.height; ++row) {
      for (int column = 0; column < grid.width; ++column) {
        const std::size_t pixel = grid.index(column, row);
        if (std::isnan(distance[pixel])) continue;
        const double across = (grid.centre(column, row) - Eigen::Vector2d(5, 5)).norm();
        const double expected = std::hypot(across, radius + gap) - radius;
        EXPECT_GE(distance[pixel], expected - 1e-5);
        EXPECT_LE(distance[pixel], expected + sag + 1e-5);
        EXPECT_LE(std::abs(distance[pixel]), std::abs(map.clearance_mm[pixel]) + 1e-5)
            << "along a line is further";
        ++compared;
      }
    }
    EXPECT_GT(compared, 1000U);
  }
}

TEST(TrueDistance, is_given_where_the_clearance_is_within_the_radius) {
  const Bite bite = bite_of(shapes::sphere({5, 5, 3.1}, 3, 64), slab(-2, 0));
  const auto [map, distance, mark] = measured(bite, 0.1, 0.25);
  std::size_t given = 0;
  for (std::size_t pixel = 0; pixel < distance.size(); ++pixel) {
    ASSERT_EQ(std::isnan(distance[pixel]), !(map.clearance_mm[pixel] <= 0.25F)) << pixel;
    given += !std::isnan(distance[pixel]);
  }
  EXPECT_GT(given, 100U);
}

TEST(TrueDistance, of_a_pose_does_not_depend_on_the_poses_before) {
  const Bite near = bite_of(shapes::sphere({5, 5, 3.1}, 3, 64), slab(-2, 0));
  RayEngine engine(near.upper, near.lower);
  TrueDistance kept(near.upper, near.lower);
  const auto shifted = [&](const Eigen::Vector3d& by) {
    Eigen::Isometry3d pose = near.upper_from_lower;
    pose.translation() += by;
    return pose;
  };
  // In contact, far away, in contact elsewhere, and again on coarser and finer pixels.
  const std::array<Eigen::Isometry3d, 4> poses = {shifted({0, 0, 0}), shifted({0, 0, -4}),
                                                  shifted({0, 0, 0.3}), shifted({3, 0, -0.1})};
  for (const double pixel_mm : {0.1, 0.2, 0.05, 0.1}) {
    const View view = view_of(near, pixel_mm);
    for (const Eigen::Isometry3d& pose : poses) {
      const ClearanceMap map = engine.compute(view, pose);
      const DistanceMap& after_others = kept.compute(map, pose);
      TrueDistance fresh(near.upper, near.lower);
      const DistanceMap& alone = fresh.compute(map, pose);
      ASSERT_EQ(after_others.mark, alone.mark);
      for (std::size_t pixel = 0; pixel < alone.mark.size(); ++pixel) {
        const float one = after_others.distance_mm[pixel], other = alone.distance_mm[pixel];
        ASSERT_TRUE(one == other || (std::isnan(one) && std::isnan(other))) << pixel;
      }
    }
  }
}

TEST(TrueDistance, skirts_are_no_surface) {
  // The closer of two upper slabs was not scanned.
  Solid upper = solid_of(testing::together({slab(3, 4), slab(1.3, 2)}));
  upper.anatomy_faces /= 2;
  Bite bite = bite_of(slab(3, 4), slab(-2, 1));
  bite.upper = std::make_shared<const Solid>(upper);
  ClearanceMap map = RayEngine(bite.upper, bite.lower).compute(view_of(bite, 0.5), bite.upper_from_lower);
  const std::size_t pixel = pixel_at(map, 5, 5);
  const auto lower_top = [&] {  // a face of the lower that is seen from above
    const ClearanceMap plain = RayEngine(std::make_shared<const Solid>(solid_of(slab(3, 4))), bite.lower)
                                   .compute(map.view, bite.upper_from_lower);
    return plain.lower_face[pixel];
  };
  map.lower_face[pixel] = lower_top();
  map.clearance_mm[pixel] = 2.5F;
  TrueDistance true_distance(bite.upper, bite.lower);
  EXPECT_NEAR(true_distance.compute(map, bite.upper_from_lower, 2.5).distance_mm[pixel], 2, 1e-5);
}

//! A jaw of which some faces were added by import.
std::shared_ptr<const Solid> partly_scanned(const TriangleMesh& mesh,
                                            const std::function<bool(const Face&)>& added) {
  Solid solid = solid_of(mesh);
  const auto end = std::stable_partition(solid.mesh.faces.begin(), solid.mesh.faces.end(),
                                         [&](const Face& face) { return !added(face); });
  solid.anatomy_faces = static_cast<std::size_t>(end - solid.mesh.faces.begin());
  return std::make_shared<const Solid>(std::move(solid));
}

TEST(TrueDistance, at_the_rim_of_a_scan_it_says_so) {
  // The scan is the bottom of a plate at z = 0.3 that ends at x = 5; the lines come at 45° from below the part beyond.
  const TriangleMesh plate = shapes::fine_box({0, 0, 0.3}, {5, 10, 2}, 1);
  Bite bite = bite_of(plate, shapes::box({-8, -8, -3}, {8, 18, 0}));
  bite.upper = partly_scanned(plate, [&](const Face& face) {
    return std::any_of(face.begin(), face.end(),
                       [&](std::uint32_t corner) { return plate.vertices[corner].z() > 0.3; });
  });

  const View view = view_of(bite, 0.02, Eigen::Vector3d(-1, 0, 1));
  const ClearanceMap map = RayEngine(bite.upper, bite.lower).compute(view, bite.upper_from_lower);
  TrueDistance true_distance(bite.upper, bite.lower);
  const DistanceMap& found = true_distance.compute(map, bite.upper_from_lower);
  const auto reading = [&](double x) {
    const Eigen::Vector3d seen = view.view_from_case * Eigen::Vector3d(x, 5, 0);
    return pixel_at(map, seen.x(), seen.y());
  };
  EXPECT_EQ(found.mark[reading(4)], DistanceMark::certain);
  EXPECT_NEAR(found.distance_mm[reading(4)], 0.3, 1e-5);
  EXPECT_NEAR(map.clearance_mm[reading(5.1)], 0.3 * std::numbers::sqrt2, 1e-5);
  EXPECT_EQ(found.mark[reading(5.1)], DistanceMark::at_rim);
  EXPECT_NEAR(found.distance_mm[reading(5.1)], std::hypot(0.1, 0.3), 0.02);  // a pixel's width
}

TEST(TrueDistance, has_no_sign_where_the_closure_of_a_scan_runs_between) {
  // Two arms: the wall of the first that faces the second was added. A point inside the first is 0.4 mm from the
  // second's wall, through that closure, and 1 mm from the scanned end of that arm.
  Eigen::Isometry3d stand_up = Eigen::Isometry3d::Identity();
  stand_up.linear() << 1, 0, 0, 0, 0, -1, 0, 1, 0;  // (x, y, z) → (x, −z, y)
  const TriangleMesh arms = shapes::moved(
      shapes::prism({{0, 0}, {1, 0}, {1, 4}, {1.2, 4}, {1.2, 0}, {2, 0}, {2, 6}, {0, 6}}, -10, 0), stand_up);
  Bite bite = bite_of(arms, shapes::box({0.2, 2, -2}, {0.9, 8, 1}));
  bite.upper = partly_scanned(arms, [&](const Face& face) {
    return std::all_of(face.begin(), face.end(),
                       [&](std::uint32_t corner) { return arms.vertices[corner].x() == 1; });
  });
  const auto [map, distance, mark] = measured(bite, 0.01);
  const std::size_t far = pixel_at(map, 0.255, 5), near = pixel_at(map, 0.805, 5);
  EXPECT_NEAR(map.clearance_mm[near], -1, 1e-5);
  EXPECT_EQ(mark[near], DistanceMark::undecided);
  EXPECT_TRUE(std::isnan(distance[near]));
  EXPECT_EQ(mark[far], DistanceMark::certain);
  EXPECT_NEAR(distance[far], -0.255, 1e-5);  // from the arm's own wall at x = 0
}

TEST(TrueDistance, of_pixels_searched_together_is_that_of_each_point_alone) {
  // A ball of which the top was not scanned, above and within a slab: pixels far from the closure, near it,
  // beside the rim and undecided, in tiles that the window cuts.
  const TriangleMesh ball = shapes::sphere({5, 5, 1}, 2, 48);
  Bite bite = bite_of(ball, slab(-2, 0));
  bite.upper = partly_scanned(ball, [&](const Face& face) {
    return std::all_of(face.begin(), face.end(),
                       [&](std::uint32_t corner) { return ball.vertices[corner].z() > -0.4; });
  });
  const auto [map, distance, mark] = measured(bite, 0.05, 1);
  const JawDistance alone(bite.upper);
  const PixelGrid& grid = map.view.grid;
  std::array<std::size_t, 4> marks{};
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      const std::size_t pixel = grid.index(column, row);
      ++marks[static_cast<std::size_t>(mark[pixel])];
      ASSERT_EQ(mark[pixel] == DistanceMark::none,
                !(map.clearance_mm[pixel] <= 1) || map.lower_face[pixel] == no_face);
      if (mark[pixel] == DistanceMark::none) continue;
      const Eigen::Vector2d uv = grid.centre(column, row);
      const auto reading = alone.at(Eigen::Vector3d(uv.x(), uv.y(), 0));
      ASSERT_TRUE(reading);
      EXPECT_EQ(mark[pixel] == DistanceMark::at_rim, reading->at_rim) << uv.transpose();
      if (mark[pixel] == DistanceMark::undecided) continue;
      EXPECT_NEAR(distance[pixel], reading->distance_mm, 1e-7) << uv.transpose();  // the float
    }
  }
  EXPECT_GT(marks[static_cast<std::size_t>(DistanceMark::certain)], 1000U);
  EXPECT_GT(marks[static_cast<std::size_t>(DistanceMark::at_rim)], 10U);
}

}  // namespace
}  // namespace intercusp
