#include "occlusion/motion/track.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

//! Tolerance that lets times that were rounded in writing match the recorded ones again.
constexpr double same_time_s = 1e-9;

Eigen::Isometry3d between(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to, double share,
                          const Eigen::Vector3d& lower_centre) {
  const Eigen::Quaterniond from_turn(from.linear()), to_turn(to.linear());
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = from_turn.slerp(share, to_turn).normalized().toRotationMatrix();
  const Eigen::Vector3d centre = (1 - share) * (from * lower_centre) + share * (to * lower_centre);
  pose.translation() = centre - pose.linear() * lower_centre;
  return pose;
}

}  // namespace

Eigen::Isometry3d pose_at(const Track& track, double time_s, const Eigen::Vector3d& lower_centre) {
  assert(!track.poses.empty());
  const auto next = std::lower_bound(track.poses.begin(), track.poses.end(), time_s - same_time_s,
                                     [](const TimedPose& pose, double time) { return pose.time_s < time; });
  assert(next != track.poses.end());
  if (next == track.poses.begin() || next->time_s <= time_s + same_time_s) return next->upper_from_lower;
  const auto last = next - 1;
  const double share = (time_s - last->time_s) / (next->time_s - last->time_s);
  return between(last->upper_from_lower, next->upper_from_lower, share, lower_centre);
}

Track resampled(const Track& track, double rate_hz, const Eigen::Vector3d& lower_centre) {
  const double start_s = track.poses.front().time_s;
  const double duration_s = track.poses.back().time_s - start_s;
  const double steps = std::floor((duration_s + same_time_s) * rate_hz);
  if (steps + 1 > most_poses) {
    throw std::length_error("a track of " + std::to_string(duration_s) + " s at " + std::to_string(rate_hz) +
                            " poses a second has more than a million poses; use a lower --rate");
  }
  Track result{.poses = {}, .parts = track.parts};
  for (std::size_t i = 0; i <= static_cast<std::size_t>(steps); ++i) {
    const double time_s = std::min(start_s + static_cast<double>(i) / rate_hz, track.poses.back().time_s);
    result.poses.push_back({time_s, pose_at(track, time_s, lower_centre)});
  }
  return result;
}

std::vector<double> standing_times_s(const Track& track) {
  const std::vector<TimedPose>& poses = track.poses;
  std::vector<double> times(poses.size(), 0);
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const double half_s = 0.5 * (poses[i].time_s - poses[i - 1].time_s);
    times[i - 1] += half_s;
    times[i] += half_s;
  }
  return times;
}

}  // namespace intercusp
