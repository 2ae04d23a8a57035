// A recorded motion of the lower jaw: poses over time from a jaw tracker, and their interpolation.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

namespace intercusp {

struct TimedPose {
  double time_s = 0;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
};

//! A named part of a track. If parts overlap, the first one counts.
struct NamedPart {
  double from_s = 0, to_s = 0;
  std::string name;
};

struct Track {
  std::vector<TimedPose> poses;  //!< at least one; times increase strictly
  std::vector<NamedPart> parts;  //!< may be empty
};

//! The pose at a time between the first and the last. The lower's centre moves along a straight line, and its
//! rotation takes the shortest path (slerp). The choice of the centre matters: the origin of the file may lie
//! decimetres away from the teeth, and interpolating its translation would swing the jaw about it. With the
//! jaw's own centre, points of the jaw stay closest to their chords. Within a nanosecond of a recorded time,
//! the result is the recorded pose, bit for bit.
//! \param lower_centre in the lower's frame
//! \pre the time lies within the track
[[nodiscard]] Eigen::Isometry3d pose_at(const Track& track, double time_s,
                                        const Eigen::Vector3d& lower_centre);

//! Resamples the track at a constant rate from its first time to at most its last.
//! \throw std::length_error for more than `most_poses` poses
[[nodiscard]] Track resampled(const Track& track, double rate_hz, const Eigen::Vector3d& lower_centre);
constexpr double most_poses = 1e6;

//! The duration of each pose: half of the time to each neighbour. Their sum is the duration of the track. A
//! track of one pose has no duration.
[[nodiscard]] std::vector<double> standing_times_s(const Track& track);

}  // namespace intercusp
