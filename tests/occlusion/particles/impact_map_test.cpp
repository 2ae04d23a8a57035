#include "occlusion/particles/impact_map.h"

#include <gtest/gtest.h>

#include <numeric>

namespace intercusp {
namespace {

Impact impact_at(const Eigen::Vector3d& point, double time_s, double speed, std::uint32_t collider = 0) {
  return {.time_s = time_s,
          .collider = collider,
          .point = point,
          .velocity = {0, 0, -speed},
          .normal = {0, 0, 1}};
}

TEST(ImpactMap, a_rectangle_is_mapped_in_proportion_and_a_curved_one_by_angle_and_height) {
  QuadricCollider table = colliders::rectangle(40, 20);
  table.world_from_body = Eigen::Translation3d(100, 50, 3) * Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX());
  const auto on_table = [&](double x, double y) {
    return place_on_map(table, table.world_from_body * Eigen::Vector3d(x, y, 0));
  };
  EXPECT_LT((on_table(-20, -10) - Eigen::Vector2d(0, 0)).norm(), 1e-12);
  EXPECT_LT((on_table(10, 5) - Eigen::Vector2d(0.75, 0.75)).norm(), 1e-12);
  const QuadricCollider can = colliders::cylinder({3, 3}, -2, 6);
  EXPECT_LT((place_on_map(can, {3, 0, 0}) - Eigen::Vector2d(0.5, 0.25)).norm(), 1e-12);
  EXPECT_LT((place_on_map(can, {0, 3, 4}) - Eigen::Vector2d(0.75, 0.75)).norm(), 1e-12);
}

TEST(ImpactMap, impacts_that_meet_in_a_pixel_are_blended_and_the_earliest_time_stays) {
  const std::vector<Impact> impacts = {impact_at({1, 1, 0}, 0.75, 300), impact_at({1.1, 1, 0}, 0.25, 100),
                                       impact_at({-4, -4, 0}, 0.5, 70), impact_at({1, 1, 0}, 0.1, 999, 7)};
  const ImpactMap map = impact_map(colliders::rectangle(10, 10), 0, impacts, {.width = 10, .height = 5});
  EXPECT_EQ(std::accumulate(map.hits.begin(), map.hits.end(), 0U), 3U) << "one is on another collider";
  const std::size_t both = 3 * 10 + 6, one = 0 * 10 + 1;
  EXPECT_EQ(map.hits[both], 2U);
  EXPECT_NEAR(map.first_s(both), 0.25, map.step_s() / 2);
  EXPECT_EQ(map.mean_speed_mm_s[both], 200);
  EXPECT_EQ(map.hits[one], 1U);
  EXPECT_EQ(map.mean_speed_mm_s[one], 70);
}

TEST(ImpactMap, a_time_is_at_most_half_a_step_of_32_bits_off) {
  for (int i = 0; i < 1000; ++i) {
    const double time = 3 + 0.02 * (i + 0.37) / 1000;
    const std::vector<Impact> impacts = {impact_at({0, 0, 0}, time, 1)};
    const ImpactMap map =
        impact_map(colliders::disc(2), 0, impacts, {.width = 1, .height = 1, .from_s = 3, .to_s = 3.02});
    ASSERT_EQ(map.hits[0], 1U);
    EXPECT_LE(std::abs(map.first_s(0) - time), 0.5 * 0.02 / 4294967296.0 + 1e-15)
        << "2.3 ps of a fiftieth of a second";
  }
}

std::vector<Collider> floor_of(double side) {
  std::vector<Collider> colliders;
  colliders.emplace_back(colliders::rectangle(side, side));
  return colliders;
}

TEST(ImpactMap, from_picture_to_picture_every_impact_is_told_once) {
  const Shower rain{
      .emitter = {.place = {0, 0, 100}, .direction = -Eigen::Vector3d::UnitZ(), .opening = Cone{0.3}},
      .particles = 500,
      .life_s = 0.11};
  const std::vector<Collider> floor = floor_of(100);
  const std::vector<Impact> all = impacts_between(floor, rain, 0, 1.1);
  EXPECT_GT(all.size(), 4900U) << "ten generations; all but the steepest arrive within 0.105 s";
  std::size_t told = 0;
  for (int picture = 0; picture < 66; ++picture)
    told += impacts_between(floor, rain, picture / 60.0, (picture + 1) / 60.0).size();
  EXPECT_EQ(told, all.size());
  // Each generation begins elsewhere in the nozzle.
  const std::vector<Impact> first = impacts_between(floor, rain, 0, 0.11),
                            second = impacts_between(floor, rain, 0.11, 0.22);
  ASSERT_EQ(first.size(), second.size());
  EXPECT_GT((first[0].point - second[0].point).norm(), 0.1);
  EXPECT_NEAR(second[0].time_s, 0.21, 0.01);
}

TEST(ImpactMap, particles_that_live_too_short_hit_nothing) {
  Shower rain{
      .emitter = {.place = {0, 0, 100}, .direction = -Eigen::Vector3d::UnitZ(), .opening = DiscBeam{1}},
      .life_s = 0.099};
  EXPECT_EQ(impacts_between(floor_of(10), rain, 0, 1).size(), 0U);
  rain.life_s = 0.101;
  EXPECT_EQ(impacts_between(floor_of(10), rain, 0, 0.101).size(), 1000U);
}

TEST(ImpactMap, looking_ahead_tells_of_an_impact_before_it_happens) {
  const std::vector<Impact> impacts = {impact_at({0, 0, 0}, 0.105, 1)};
  const auto told = [&](int picture, double ahead) {
    return impact_map(colliders::disc(2), 0, impacts,
                      {.width = 1,
                       .height = 1,
                       .from_s = 0.02 * picture,
                       .to_s = 0.02 * (picture + 1),
                       .look_ahead_s = ahead})
               .hits[0] == 1;
  };
  EXPECT_TRUE(told(5, 0));
  EXPECT_FALSE(told(3, 0));
  EXPECT_TRUE(told(3, 0.04)) << "two pictures earlier";
  EXPECT_FALSE(told(5, 0.04)) << "and not again";
}

}  // namespace
}  // namespace intercusp
