// Milliseconds from a new pose to an answer, pose by pose.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <span>
#include <vector>

namespace intercusp::bench {

using Answer = std::function<void(const Eigen::Isometry3d& upper_from_lower)>;

struct PoseTimes {
  std::vector<double> least_ms;        //!< for each pose, the least of its repeats
  std::vector<double> rival_least_ms;  //!< of the rival in the same minute
  int repeats = 0;
};

//! Repeats all poses until `seconds` have passed: at least three times, or once if one round takes longer than four
//! times that. After every round the rival runs the same poses, so that other work on the machine slows both: their
//! ratio is reliable although the times may not be. The first pose runs once before, untimed, to fill the data kept
//! from pose to pose. Other poses separate the repeats of a pose, so that no answer is timed on caches that it just
//! filled itself.
[[nodiscard]] PoseTimes time_in_turns(std::span<const Eigen::Isometry3d> poses, double seconds,
                                      const Answer& answer, const Answer& rival);

[[nodiscard]] double median(std::vector<double> values);

}  // namespace intercusp::bench
