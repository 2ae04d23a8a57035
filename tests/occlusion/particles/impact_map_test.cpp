#include "occlusion/particles/spray.h"

#include <gtest/gtest.h>

#include <numeric>

#include "occlusion/geometry/shapes.h"

namespace intercusp {
namespace {

const Eigen::Vector3d downwards = -Eigen::Vector3d::UnitZ();

Impact impact_at(const Eigen::Vector3d& point, double time_s, double speed,
                 const Eigen::Vector3d& normal = Eigen::Vector3d::UnitZ()) {
  return {.time_s = time_s, .point = point, .velocity = {0, 0, -speed}, .normal = normal};
}

ImpactMap map_of_plate() { return empty_impact_map(shapes::box({-10, -5, -2}, {10, 5, 0}), downwards, 20); }

TEST(ImpactMap, its_window_is_the_collider_seen_along_the_direction_in_square_pixels) {
  const ImpactMap map = map_of_plate();
  EXPECT_NEAR(map.view.grid.pixel_mm, 1, 1e-12) << "20 mm in 20 pixels";
  EXPECT_GE(map.view.grid.width, 20);
  EXPECT_LE(map.view.grid.width, 22) << "a pixel more on each side";
  EXPECT_GE(map.view.grid.height, 10);
  EXPECT_LE(map.view.grid.height, 12);
  EXPECT_LT((map.view.direction() - downwards).norm(), 1e-12);
  EXPECT_NEAR(map.far_mm - map.near_mm, 2, 1e-12) << "its thickness";
}

TEST(ImpactMap, an_impact_lies_in_the_pixel_whose_centre_is_nearest) {
  for (const Eigen::Vector3d& place :
       {Eigen::Vector3d(-9.6, -4.7, 0), Eigen::Vector3d(3.2, 1.4, 0), Eigen::Vector3d(9.9, 4.9, 0)}) {
    ImpactMap map = map_of_plate();
    add_impact(map, impact_at(place, 0.1, 100));
    ASSERT_EQ(map.facing.size(), 1U);
    const int pixel = static_cast<int>(map.facing.begin()->first), width = map.view.grid.width;
    const Eigen::Vector3d centre = map.view.case_point(pixel % width, pixel / width, map.near_mm);
    EXPECT_LE((centre - place).cwiseAbs().maxCoeff(), 0.5 + 1e-9);
    EXPECT_NEAR(centre.z(), 0, 1e-12) << "the near slice is the plate's top";
  }
}

TEST(ImpactMap, of_impacts_in_one_pixel_the_earliest_gives_time_and_speed_and_all_are_counted) {
  ImpactMap map = map_of_plate();
  add_impact(map, impact_at({1.1, 1.2, 0}, 0.75, 300));
  add_impact(map, impact_at({1.2, 1.1, 0}, 0.25, 100));
  add_impact(map, impact_at({1.15, 1.15, 0}, 0.5, 200));
  add_impact(map, impact_at({-4.5, -3.5, 0}, 0.5, 70));
  ASSERT_EQ(map.facing.size(), 2U);
  std::uint32_t hits = 0;
  for (const auto& [pixel, place] : map.facing) {
    hits += place.hits;
    EXPECT_EQ(place.first_s, place.hits == 3 ? 0.25 : 0.5);
    EXPECT_EQ(place.speed_mm_s, place.hits == 3 ? 100 : 70);
  }
  EXPECT_EQ(hits, 4U);
  EXPECT_TRUE(map.averted.empty());
}

TEST(ImpactMap, the_side_turned_away_is_kept_apart) {
  ImpactMap map = map_of_plate();
  add_impact(map, impact_at({1, 1, 0}, 0.1, 100));
  add_impact(map, impact_at({1, 1, -2}, 0.3, 50, downwards));
  ASSERT_EQ(map.facing.size(), 1U);
  ASSERT_EQ(map.averted.size(), 1U);
  EXPECT_EQ(map.facing.begin()->first, map.averted.begin()->first) << "one below the other";
  EXPECT_EQ(map.averted.begin()->second.first_s, 0.3);
}

}  // namespace
}  // namespace intercusp
