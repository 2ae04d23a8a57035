// Movements recognised in constructed tracks.
#include "occlusion/motion/tracks/movement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace intercusp {
namespace {

//! left, anterior and superior are the case's x, y and z here.
MovementFrame plain_view(std::size_t most_closed = 0) {
  return {.axes = {.superior = {0, 0, 1}, .anterior = {0, 1, 0}, .left = {1, 0, 0}},
          .incisal_point = {0, 40, 0},
          .most_closed = most_closed};
}

//! The incisal point follows a path of (left, anterior, superior) over a time.
Track track_along(const std::function<Eigen::Vector3d(double)>& path, double duration_s,
                  double rate_hz = 100) {
  Track track;
  for (int i = 0; i <= static_cast<int>(std::lround(duration_s * rate_hz)); ++i) {
    TimedPose pose{.time_s = i / rate_hz};
    pose.upper_from_lower.translation() = path(pose.time_s);
    track.poses.push_back(pose);
  }
  return track;
}

std::vector<std::string> names_of(const Track& track) {
  std::vector<std::string> names;
  for (const Movement& movement : find_movements(track, plain_view()).movements)
    names.push_back(movement.name);
  return names;
}

MovementKind kind_of(const Eigen::Vector3d& velocity, const Eigen::Vector3d& displacement = {0, 0, 0}) {
  return movement_kind({.velocity_mm_s = velocity, .displacement_mm = displacement});
}

TEST(MovementKind, each_axis_has_its_two_words) {
  EXPECT_EQ(kind_of({0, 0, 5}), MovementKind::closing);
  EXPECT_EQ(kind_of({0, 0, -5}), MovementKind::opening);
  EXPECT_EQ(kind_of({0, 5, 0}), MovementKind::protrusion);
  EXPECT_EQ(kind_of({0, -5, 0}), MovementKind::retrusion);
  EXPECT_EQ(kind_of({5, 0, 0}), MovementKind::laterotrusion_left);
  EXPECT_EQ(kind_of({-5, 0, 0}), MovementKind::laterotrusion_right);
}

TEST(MovementKind, between_straight_ahead_and_sideways_is_lateroprotrusion) {
  const auto aside = [](double degrees) {
    const double angle = degrees * 3.14159265358979 / 180;
    return kind_of({5 * std::sin(angle), 5 * std::cos(angle), 0});
  };
  EXPECT_EQ(aside(14), MovementKind::protrusion);
  EXPECT_EQ(aside(16), MovementKind::lateroprotrusion_left);
  EXPECT_EQ(aside(-30), MovementKind::lateroprotrusion_right);
  EXPECT_EQ(aside(44), MovementKind::lateroprotrusion_left);
  EXPECT_EQ(aside(46), MovementKind::laterotrusion_left);
  EXPECT_EQ(aside(150), MovementKind::retrusion);
  EXPECT_EQ(kind_named("lateroprotrusion left"), MovementKind::lateroprotrusion_left);
}

TEST(MovementKind, slower_than_the_rest_speed_is_rest_in_every_direction) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 100; ++i) {
    const Eigen::Vector3d direction =
        Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized();
    EXPECT_EQ(kind_of(0.99 * rest_speed_mm_s * direction), MovementKind::rest);
    EXPECT_NE(kind_of(1.01 * rest_speed_mm_s * direction), MovementKind::rest);
  }
}

TEST(MovementKind, guided_down_a_steep_incisor_it_is_still_protrusion) {
  const auto down_a_slope = [](double degrees) {
    const double angle = degrees * 3.14159265358979 / 180;
    return kind_of({0, 5 * std::cos(angle), -5 * std::sin(angle)});
  };
  EXPECT_EQ(down_a_slope(60), MovementKind::protrusion);
  EXPECT_EQ(down_a_slope(66), MovementKind::opening);
}

TEST(MovementKind, far_open_no_tooth_guides) {
  EXPECT_EQ(kind_of({1, -4, -2}, {0, -3, -guided_mm - 1}), MovementKind::opening);
  EXPECT_EQ(kind_of({1, 4, 2}, {0, -3, -guided_mm - 1}), MovementKind::closing);
}

TEST(MovementKind, coming_back_is_not_going_to_the_other_side) {
  EXPECT_EQ(kind_of({-5, 0, 0}, {2, 0, 0}), MovementKind::return_from_left);
  EXPECT_EQ(kind_of({5, 0, 0}, {-2, 0, 0}), MovementKind::return_from_right);
}

TEST(ContactKind, the_side_that_the_jaw_has_gone_to_works) {
  for (const MovementKind left : {MovementKind::laterotrusion_left, MovementKind::return_from_left}) {
    EXPECT_EQ(contact_kind(left, true), ContactKind::working);
    EXPECT_EQ(contact_kind(left, false), ContactKind::balancing);
  }
  for (const MovementKind right : {MovementKind::laterotrusion_right, MovementKind::return_from_right}) {
    EXPECT_EQ(contact_kind(right, false), ContactKind::working);
    EXPECT_EQ(contact_kind(right, true), ContactKind::balancing);
  }
  EXPECT_EQ(contact_kind(MovementKind::lateroprotrusion_left, true), ContactKind::lateroprotrusion);
  EXPECT_EQ(contact_kind(MovementKind::lateroprotrusion_left, false), ContactKind::balancing);
  EXPECT_EQ(contact_kind(MovementKind::lateroprotrusion_right, true), ContactKind::balancing);
  for (const bool left : {false, true}) {
    EXPECT_EQ(contact_kind(MovementKind::closing, left), ContactKind::closing);
    EXPECT_EQ(contact_kind(MovementKind::retrusion, left), ContactKind::retrusion);
  }
}

TEST(FindMovements, poses_near_the_most_closed_one_are_centric) {
  const Track track = track_along([](double t) { return Eigen::Vector3d(2 * t, 0, 0); }, 1);
  const std::vector<char> out = find_movements(track, plain_view()).out_of_centric;
  ASSERT_EQ(out.size(), track.poses.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i] != 0, 2 * track.poses[i].time_s > least_excursion_mm) << i;
  for (const char each : find_movements(track, std::nullopt).out_of_centric) EXPECT_EQ(each, 1);
}

TEST(FindMovements, a_visit_to_every_direction_is_told_in_order) {
  // A second each of: rest, protrusion and back, to the left and back, opening and closing.
  const auto path = [](double t) -> Eigen::Vector3d {
    const auto out_and_back = [&](double start) { return std::max(0.0, 1 - std::abs(t - start - 1)); };
    return {4 * out_and_back(3), 4 * out_and_back(1), -20 * out_and_back(5)};
  };
  const Track track = track_along(path, 7);
  EXPECT_EQ(names_of(track),
            (std::vector<std::string>{"rest", "protrusion", "retrusion", "laterotrusion left",
                                      "return from left", "opening", "closing"}));
  const TrackMovements found = find_movements(track, plain_view());
  // Velocities are taken over 0.1 s: a movement's ends are known to half of that.
  for (std::size_t i = 1; i < found.movements.size(); ++i)
    EXPECT_NEAR(found.movements[i].from_s, static_cast<double>(i), 0.06);
  EXPECT_EQ(found.movements.front().from_s, 0);
  EXPECT_EQ(found.movements.back().to_s, 7);
  for (std::size_t i = 1; i < found.movements.size(); ++i)
    EXPECT_EQ(found.movements[i].from_s, found.movements[i - 1].to_s);
}

TEST(FindMovements, chewing_on_the_right_works_on_the_right_all_along) {
  // Loops that open in the middle and close from the right, gliding in.
  const auto path = [](double t) -> Eigen::Vector3d {
    const double phase = std::fmod(t, 1.0);
    if (phase < 0.6) {
      const double open = std::sin(phase / 0.6 * 3.14159265358979);
      return {-2 * (phase / 0.6), 0, -15 * open * open};
    }
    return {-2 * (1 - (phase - 0.6) / 0.4), 0, 0};
  };
  const Track track = track_along(path, 5);
  const TrackMovements found = find_movements(track, plain_view());
  for (std::size_t i = 0; i < track.poses.size(); ++i) {
    const MovementKind kind = found.movements[found.of_pose[i]].kind;
    EXPECT_TRUE(kind != MovementKind::laterotrusion_left && kind != MovementKind::return_from_left)
        << track.poses[i].time_s << " s: " << name_of(kind);
  }
}

TEST(FindMovements, an_excursion_is_one_movement_although_the_jaw_is_most_closed_a_little_aside) {
  // To the left and back, most closed 0.3 mm on the way.
  for (const double side : {1.0, -1.0}) {
    const auto path = [&](double t) -> Eigen::Vector3d { return {side * (3 - std::abs(3 * t - 3)), 0, 0}; };
    const Track track = track_along(path, 2);
    std::vector<std::string> names;
    for (const Movement& movement : find_movements(track, plain_view(10)).movements)
      names.push_back(movement.name);
    const std::string name = side > 0 ? "left" : "right";
    EXPECT_EQ(names, (std::vector<std::string>{"laterotrusion " + name, "return from " + name}));
  }
}

TEST(FindMovements, a_glide_from_one_side_to_the_other_is_a_return_and_then_a_laterotrusion) {
  const auto path = [](double t) -> Eigen::Vector3d { return {3 - 3 * t, 0, 0}; };
  const Track track = track_along(path, 2);
  std::vector<std::string> names;
  for (const Movement& movement : find_movements(track, plain_view(100)).movements)
    names.push_back(movement.name);
  EXPECT_EQ(names, (std::vector<std::string>{"return from left", "laterotrusion right"}));
}

TEST(FindMovements, the_noise_of_a_tracker_at_rest_is_rest) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 0.02);
  const Track track = track_along(
      [&](double) { return Eigen::Vector3d(noise(random), noise(random), noise(random)); }, 10, 200);
  EXPECT_EQ(names_of(track), std::vector<std::string>{"rest"});
}

TEST(FindMovements, sparse_poses_are_compared_with_their_neighbours) {
  const Track track = track_along([](double t) { return Eigen::Vector3d(0, 3 * t, 0); }, 4, 1);
  EXPECT_EQ(names_of(track), std::vector<std::string>{"protrusion"});
}

TEST(FindMovements, the_track_s_own_names_win_and_tell_the_kind_where_they_are_one) {
  Track track = track_along([](double t) { return Eigen::Vector3d(0, 3 * t, 0); }, 4);
  track.parts = {{0, 1, "Laterotrusion_Left"}, {2, 3, "swallowing"}};
  const std::vector<Movement> movements = find_movements(track, plain_view()).movements;
  ASSERT_EQ(movements.size(), 4U);
  EXPECT_EQ(movements[0].name, "Laterotrusion_Left");
  EXPECT_EQ(movements[0].kind, MovementKind::laterotrusion_left);
  EXPECT_TRUE(movements[0].named_by_track);
  EXPECT_EQ(movements[1].name, "protrusion");
  EXPECT_FALSE(movements[1].named_by_track);
  EXPECT_EQ(movements[2].name, "swallowing");
  EXPECT_EQ(movements[2].kind, MovementKind::protrusion);
}

TEST(FindMovements, without_anatomy_only_names_tell) {
  Track track = track_along([](double t) { return Eigen::Vector3d(0, 3 * t, 0); }, 2);
  track.parts = {{0, 1, "closing"}};
  const std::vector<Movement> movements = find_movements(track, std::nullopt).movements;
  ASSERT_EQ(movements.size(), 2U);
  EXPECT_EQ(movements[0].kind, MovementKind::closing);
  EXPECT_EQ(movements[1].kind, MovementKind::unknown);
}

}  // namespace
}  // namespace intercusp
