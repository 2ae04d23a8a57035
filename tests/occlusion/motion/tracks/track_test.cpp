// Resampling of recorded poses against closed forms.
#include "occlusion/motion/track.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "occlusion/motion/tracks/play.h"
#include "tests/support/bites.h"

namespace intercusp {
namespace {

Eigen::Isometry3d turned(double angle_rad, const Eigen::Vector3d& axis, const Eigen::Vector3d& shift) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::AngleAxisd(angle_rad, axis.normalized()).toRotationMatrix();
  pose.translation() = shift;
  return pose;
}

Track random_track(std::mt19937& random, int poses) {
  std::uniform_real_distribution<double> step(0.003, 0.02);
  Track track;
  double time_s = 0;
  for (int i = 0; i < poses; ++i) {
    track.poses.push_back({time_s, testing::random_pose(random, 30)});
    time_s += step(random);
  }
  return track;
}

double difference(const Eigen::Isometry3d& a, const Eigen::Isometry3d& b) {
  return (a.matrix() - b.matrix()).cwiseAbs().maxCoeff();
}

TEST(Track, between_two_poses_the_turn_grows_evenly_and_the_centre_goes_straight) {
  const Eigen::Vector3d centre(3, -2, 7), axis(1, 2, -1), target(4, 1, 9);
  constexpr double angle = 0.7;
  // A pose that turns about the centre and moves it to the target.
  const auto pose = [&](double share) {
    Eigen::Isometry3d result = turned(share * angle, axis, {0, 0, 0});
    result.translation() = (1 - share) * centre + share * target - result.linear() * centre;
    return result;
  };
  const Track track{{{1, pose(0)}, {3, pose(1)}}, {}};
  for (const double share : {0.0, 0.1, 0.25, 0.5, 0.9, 1.0})
    EXPECT_LT(difference(pose_at(track, 1 + 2 * share, centre), pose(share)), 1e-14) << share;
}

TEST(Track, a_jaw_far_from_the_origin_of_its_file_does_not_swing) {
  // The jaw turns in place, half a metre from the origin; interpolating the file's translation would lift its
  // centre by r·(1 − cos(angle/2)), 19 mm.
  const Eigen::Vector3d centre(500, 0, 0);
  constexpr double angle = std::numbers::pi / 6;
  Eigen::Isometry3d end = turned(angle, {0, 0, 1}, {0, 0, 0});
  end.translation() = centre - end.linear() * centre;
  const Track track{{{0, Eigen::Isometry3d::Identity()}, {1, end}}, {}};
  for (const double time_s : {0.2, 0.5, 0.7})
    EXPECT_LT((pose_at(track, time_s, centre) * centre - centre).norm(), 1e-12);
}

TEST(Track, the_turn_takes_the_short_way_whatever_the_sign_of_the_quaternion) {
  const Track track{{{0, turned(-0.1, {0, 0, 1}, {0, 0, 0})},
                     {1, turned(2 * std::numbers::pi - 0.3, {0, 0, 1}, {0, 0, 0})}},
                    {}};
  EXPECT_LT(difference(pose_at(track, 0.5, {0, 0, 0}), turned(-0.2, {0, 0, 1}, {0, 0, 0})), 1e-14);
}

TEST(Track, resampling_to_its_own_times_changes_no_bit) {
  std::mt19937 random(4);
  Track track;
  for (int i = 0; i < 50; ++i) track.poses.push_back({i / 100.0, testing::random_pose(random, 50)});
  const Track again = resampled(track, 100, {1, 2, 3});
  ASSERT_EQ(again.poses.size(), track.poses.size());
  for (std::size_t i = 0; i < track.poses.size(); ++i) {
    EXPECT_EQ(again.poses[i].time_s, track.poses[i].time_s);
    EXPECT_EQ(again.poses[i].upper_from_lower.matrix(), track.poses[i].upper_from_lower.matrix());
  }
}

TEST(Track, resampling_keeps_the_rate_and_never_goes_beyond_the_track) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const Track track = random_track(random, 30);
    const double duration_s = track.poses.back().time_s;
    for (const double rate_hz : {7.0, 50.0, 333.0}) {
      const Track again = resampled(track, rate_hz, {0, 0, 0});
      EXPECT_EQ(again.poses.size(), static_cast<std::size_t>(duration_s * rate_hz) + 1) << "seed " << seed;
      for (std::size_t i = 0; i < again.poses.size(); ++i)
        EXPECT_NEAR(again.poses[i].time_s, static_cast<double>(i) / rate_hz, 1e-12);
      EXPECT_LE(again.poses.back().time_s, duration_s);
      for (const TimedPose& pose : again.poses) {
        const Eigen::Matrix3d turn = pose.upper_from_lower.linear();
        EXPECT_LT((turn.transpose() * turn - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-14);
      }
    }
  }
}

TEST(Track, a_rate_that_makes_millions_of_poses_is_refused) {
  const Track track{{{0, Eigen::Isometry3d::Identity()}, {60, Eigen::Isometry3d::Identity()}}, {}};
  EXPECT_THROW(static_cast<void>(resampled(track, 1e6, {0, 0, 0})), std::length_error);
}

TEST(Track, standing_times_sum_to_the_duration) {
  std::mt19937 random(9);
  const Track track = random_track(random, 200);
  double sum = 0;
  for (const double time_s : standing_times_s(track)) {
    EXPECT_GT(time_s, 0);
    sum += time_s;
  }
  EXPECT_NEAR(sum, track.poses.back().time_s, 1e-12);
  EXPECT_EQ(standing_times_s(Track{{{5, Eigen::Isometry3d::Identity()}}, {}}), std::vector<double>{0});
}

TEST(TrackCase, the_window_of_one_pose_is_that_of_the_bite) {
  std::mt19937 random(11);
  for (int i = 0; i < 10; ++i) {
    const Bite bite = testing::bite_of(shapes::sphere({1, 2, 3}, 5, 12), shapes::sphere({0, 0, 0}, 4, 9),
                                       testing::random_pose(random, 3));
    const Eigen::Isometry3d view_from_case = orthographic({0.1, -0.2, 1});
    const View bites = fit_view(bite, view_from_case, 0.1);
    const View tracks = view_over_track(bite, {{{0, bite.upper_from_lower}}, {}}, view_from_case, 0.1);
    EXPECT_EQ(tracks.grid.width, bites.grid.width);
    EXPECT_EQ(tracks.grid.height, bites.grid.height);
    EXPECT_NEAR(tracks.grid.u0_mm, bites.grid.u0_mm, 1e-12);
    EXPECT_NEAR(tracks.grid.v0_mm, bites.grid.v0_mm, 1e-12);
  }
}

TEST(TrackCase, the_window_of_a_track_holds_that_of_each_pose) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    Bite bite = testing::bite_of(shapes::box({-9, -8, 0}, {9, 8, 4}), shapes::sphere({2, 0, 0}, 6, 9));
    const Track track = random_track(random, 12);
    const View whole = view_over_track(bite, track, Eigen::Isometry3d::Identity(), 0.1);
    for (const TimedPose& pose : track.poses) {
      bite.upper_from_lower = pose.upper_from_lower;
      const View one = fit_view(bite, Eigen::Isometry3d::Identity(), 0.1);
      if (one.grid.size() == 0) continue;
      EXPECT_LE(whole.grid.u0_mm, one.grid.u0_mm + 1e-9) << "seed " << seed;
      EXPECT_LE(whole.grid.v0_mm, one.grid.v0_mm + 1e-9);
      // Whole pixels: the ends may lie apart by one.
      EXPECT_GE(whole.grid.u0_mm + (whole.grid.width + 1) * 0.1, one.grid.u0_mm + one.grid.width * 0.1);
      EXPECT_GE(whole.grid.v0_mm + (whole.grid.height + 1) * 0.1, one.grid.v0_mm + one.grid.height * 0.1);
    }
  }
}

}  // namespace
}  // namespace intercusp
