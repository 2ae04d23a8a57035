#include "occlusion/rays/true_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "occlusion/geometry/shapes.h"
#include "occlusion/rays/ray_engine.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

using testing::bite_of;
using testing::frame_of;
using testing::pixel_at;
using testing::slab;

struct Measured {
  ClearanceMap map;
  std::vector<float> distance;
};
Measured measured(const Bite& bite, double pixel_mm, double radius_mm = near_contact_mm) {
  const MapFrame frame = frame_of(bite, pixel_mm);
  const ClearanceMap map = RayEngine(bite.upper, bite.lower).compute(frame, bite.upper_from_lower);
  return {map, TrueDistance(bite.upper, bite.lower).compute(map, bite.upper_from_lower, radius_mm)};
}

TEST(TrueDistance, between_parallel_plates_is_the_clearance_times_the_cosine) {
  Eigen::Isometry3d tilt = Eigen::Isometry3d::Identity();
  tilt.linear() = Eigen::AngleAxisd(0.5, Eigen::Vector3d(1, 2, 0).normalized()).toRotationMatrix();
  const TriangleMesh plate = shapes::moved(shapes::box({-8, -8, -1}, {8, 8, 0}), tilt);
  TriangleMesh upper = plate;
  const Eigen::Vector3d apart = (1 + 0.3) * tilt.linear().col(2);  // the plate's thickness and the gap
  for (Eigen::Vector3d& vertex : upper.vertices) vertex += apart;
  const auto [map, distance] = measured(bite_of(upper, plate), 0.1);
  const std::size_t middle = pixel_at(map, 0.05, 0.05);
  EXPECT_NEAR(map.clearance_mm[middle], 0.3 / tilt.linear()(2, 2), 1e-5);
  EXPECT_NEAR(distance[middle], 0.3, 1e-5);
}

TEST(TrueDistance, above_a_ball_it_is_the_way_to_the_centre_less_the_radius) {
  const double radius = 3;
  const int rings = 256;
  for (const double gap : {0.1, -0.15}) {
    const Bite bite = bite_of(shapes::sphere({5, 5, radius + gap}, radius, rings), slab(-2, 0));
    const auto [map, distance] = measured(bite, 0.05);
    const double step = std::numbers::pi / rings;
    const double sag = 2 * radius * (1 - std::cos(step / 2));  // facets lie inside the ball
    const PixelGrid& grid = map.frame.grid;
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
  const auto [map, distance] = measured(bite, 0.1, 0.25);
  std::size_t given = 0;
  for (std::size_t pixel = 0; pixel < distance.size(); ++pixel) {
    ASSERT_EQ(std::isnan(distance[pixel]), !(map.clearance_mm[pixel] <= 0.25F)) << pixel;
    given += !std::isnan(distance[pixel]);
  }
  EXPECT_GT(given, 100U);
}

TEST(TrueDistance, skirts_are_no_surface) {
  // The closer of two upper slabs is none that was scanned.
  Solid upper = solid_of(testing::together({slab(3, 4), slab(1.3, 2)}));
  upper.anatomy_faces /= 2;
  Bite bite = bite_of(slab(3, 4), slab(-2, 1));
  bite.upper = std::make_shared<const Solid>(upper);
  ClearanceMap map = RayEngine(bite.upper, bite.lower).compute(frame_of(bite, 0.5), bite.upper_from_lower);
  const std::size_t pixel = pixel_at(map, 5, 5);
  const auto lower_top = [&] {  // a face of the lower that is seen from above
    const ClearanceMap plain = RayEngine(std::make_shared<const Solid>(solid_of(slab(3, 4))), bite.lower)
                                   .compute(map.frame, bite.upper_from_lower);
    return plain.lower_face[pixel];
  };
  map.lower_face[pixel] = lower_top();
  map.clearance_mm[pixel] = 2.5F;
  EXPECT_NEAR(TrueDistance(bite.upper, bite.lower).compute(map, bite.upper_from_lower, 2.5)[pixel], 2, 1e-5);
}

TEST(TrueDistance, a_hinge_map_is_refused) {
  const Bite bite = bite_of(slab(1, 2), slab(-2, 0));
  const ClearanceMap map =
      ClearanceMap::empty({.projection = Projection::hinge({0, 50, 0}, {1, 0, 0}, {0, -1, 0}), .grid = {}});
  TrueDistance distance(bite.upper, bite.lower);
  EXPECT_THROW((void)distance.compute(map, bite.upper_from_lower), std::invalid_argument);
}

}  // namespace
}  // namespace intercusp
