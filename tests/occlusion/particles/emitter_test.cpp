#include "occlusion/particles/particles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace intercusp {
namespace {

const Eigen::Vector3d tilted = Eigen::Vector3d(1, -2, 0.5).normalized();

//! Counts of 100 000 draws in ten equal classes; their chi-square has 9 degrees of freedom, and exceeds 36 once in
//! 26 000 times. The seeds are fixed.
template <class Class>
double chi_square(Class class_of) {
  constexpr int draws = 100000, classes = 10;
  std::array<int, classes> counts{};
  for (int i = 0; i < draws; ++i) ++counts[std::min(static_cast<int>(classes * class_of(i)), classes - 1)];
  double sum = 0;
  for (const int count : counts) sum += std::pow(count - draws / classes, 2) / (draws / classes);
  return sum;
}

TEST(Emitter, a_disc_is_a_parallel_beam_uniform_over_its_area) {
  const Emitter emitter{.place = {1, 2, 3}, .direction = tilted, .opening = DiscBeam{5}, .speed_mm_s = 70};
  const auto offset = [&](int i) { return Eigen::Vector3d(path_of(emitter, i).start - emitter.place); };
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(path_of(emitter, i).velocity.isApprox(70 * tilted));
    EXPECT_NEAR(offset(i).dot(tilted), 0, 1e-14);
    EXPECT_LE(offset(i).norm(), 5);
  }
  const Eigen::Vector3d u = tilted.unitOrthogonal(), v = tilted.cross(u);
  EXPECT_LT(chi_square([&](int i) { return offset(i).squaredNorm() / 25; }), 36);
  EXPECT_LT(chi_square([&](int i) {
              return std::atan2(offset(i).dot(v), offset(i).dot(u)) / (2 * std::numbers::pi) + 0.5;
            }),
            36);
}

TEST(Emitter, a_cone_is_a_point_uniform_over_the_solid_angle) {
  for (const double half_angle : {0.01, 0.5, 2.0, std::numbers::pi}) {
    const Emitter emitter{.direction = tilted, .opening = Cone{half_angle}, .speed_mm_s = 10};
    const double versine = 2 * std::pow(std::sin(half_angle / 2), 2);
    const auto drop = [&](int i) {
      return 0.5 * (path_of(emitter, i).velocity / 10.0 - tilted).squaredNorm() / versine;
    };
    for (int i = 0; i < 1000; ++i) {
      EXPECT_NEAR(path_of(emitter, i).velocity.norm(), 10, 1e-13);
      EXPECT_LE(drop(i), 1 + 1e-9);
      EXPECT_EQ(path_of(emitter, i).start, emitter.place);
    }
    EXPECT_LT(chi_square(drop), 36) << half_angle;
  }
}

TEST(Emitter, the_same_numbers_give_the_same_path_and_others_another) {
  Emitter emitter;
  const auto way = [&](int particle) { return path_of(emitter, particle).velocity; };
  const Eigen::Vector3d first = way(7);
  EXPECT_NE(first, way(8));
  EXPECT_EQ(first, way(7));
  emitter.seed = 2;
  EXPECT_NE(first, way(7));
}

//! Whether one of the approaches to a particle's place at some time is that particle's own path.
bool finds_back(const Emitter& emitter, int particle, double time_s) {
  const Path path = path_of(emitter, particle);
  for (const Approach& approach : approaches_to(path.at(time_s), emitter)) {
    if (std::abs(approach.time_s - time_s) < 1e-9 * time_s &&
        (approach.path.start - path.start).norm() < 1e-9 &&
        (approach.path.velocity - path.velocity).norm() < 1e-6)
      return true;
  }
  return false;
}

TEST(Emitter, the_approaches_to_a_place_of_a_path_are_or_hold_that_path) {
  for (const Eigen::Vector3d& gravity : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(300, 20, -9810)}) {
    // Rounding may move rays at the rim of the opening outside, so the tested opening is slightly wider.
    Emitter disc{.place = {1, 2, 3}, .direction = tilted, .opening = DiscBeam{5}, .acceleration = gravity};
    Emitter cone{.place = {1, 2, 3}, .direction = tilted, .opening = Cone{0.4}, .acceleration = gravity};
    for (int i = 0; i < 200; ++i) {
      EXPECT_TRUE(finds_back(disc, i, 0.02 + 0.001 * i)) << i;
      EXPECT_TRUE(finds_back(cone, i, 0.02 + 0.001 * i)) << i;
    }
  }
}

TEST(Emitter, with_gravity_two_throws_reach_a_point_in_range_and_none_beyond) {
  // Thrown upwards at 1 m/s, g = 10 m/s²: the point 20 mm above is passed on the way up and on the way down.
  const Emitter fountain{.direction = Eigen::Vector3d::UnitZ(),
                         .opening = Cone{std::numbers::pi},
                         .acceleration = {0, 0, -10000}};
  const std::vector<Approach> both = approaches_to({0, 0, 20}, fountain);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NEAR(both[0].time_s, (1000 - std::sqrt(1e6 - 2 * 10000 * 20)) / 10000, 1e-14);
  EXPECT_NEAR(both[1].time_s, (1000 + std::sqrt(1e6 - 2 * 10000 * 20)) / 10000, 1e-14);
  EXPECT_EQ(approaches_to({0, 0, 51}, fountain).size(), 0U) << "50 mm is the highest";
  EXPECT_EQ(
      approaches_to({0, 0, -51}, {.direction = Eigen::Vector3d::UnitZ(), .opening = DiscBeam{1}}).size(), 0U)
      << "behind the nozzle";
}

}  // namespace
}  // namespace intercusp
