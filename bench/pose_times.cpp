#include "bench/pose_times.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace intercusp::bench {
namespace {

using Clock = std::chrono::steady_clock;

void time_round(std::span<const Eigen::Isometry3d> poses, const Answer& answer,
                std::vector<double>& least_ms) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Clock::time_point before = Clock::now();
    answer(poses[i]);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - before).count();
    least_ms[i] = std::min(least_ms[i], ms);
  }
}

}  // namespace

PoseTimes time_in_turns(std::span<const Eigen::Isometry3d> poses, double seconds, const Answer& answer,
                        const Answer& rival) {
  constexpr int least_repeats = 3;
  constexpr int most_repeats = 200;
  PoseTimes times;
  times.least_ms.assign(poses.size(), std::numeric_limits<double>::infinity());
  times.rival_least_ms = times.least_ms;
  rival(poses.front());
  if (poses.size() > 1) answer(poses.front());
  const Clock::time_point start = Clock::now();
  while (times.repeats < most_repeats) {
    time_round(poses, answer, times.least_ms);
    time_round(poses, rival, times.rival_least_ms);
    ++times.repeats;
    const double passed = std::chrono::duration<double>(Clock::now() - start).count();
    if (passed > 4 * seconds || (passed > seconds && times.repeats >= least_repeats)) break;
  }
  // A slow method has few rounds; a fast rival is repeated as often as elsewhere.
  for (int more = times.repeats; more < least_repeats; ++more) time_round(poses, rival, times.rival_least_ms);
  return times;
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

}  // namespace intercusp::bench
