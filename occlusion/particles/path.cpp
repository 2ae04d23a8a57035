#include "occlusion/particles/path.h"

#include <algorithm>

#include "occlusion/particles/polynomial.h"

namespace intercusp {
namespace {

//! The times at which a coordinate that changes evenly, or not at all, lies in [low, high].
std::optional<TimeWindow> time_between(double low, double high, double start, double velocity) {
  if (velocity == 0) {
    return low <= start && start <= high ? std::optional(TimeWindow{0, forever}) : std::nullopt;
  }
  const double one = (low - start) / velocity, other = (high - start) / velocity;
  const TimeWindow window{std::max(0.0, std::min(one, other)), std::max(one, other)};
  return window.to_s < 0 ? std::nullopt : std::optional(window);
}

//! The hull of the times of 0 or more at which one coordinate lies in [low, high].
std::optional<TimeWindow> time_between(double low, double high, double start, double velocity,
                                       double acceleration) {
  if (acceleration == 0) return time_between(low, high, start, velocity);
  const bool begins_inside = low <= start && start <= high;
  TimeWindow window{begins_inside ? 0 : forever, begins_inside ? 0.0 : -1.0};
  for (const double wall : {low, high}) {
    for (const double time : quadratic_roots(0.5 * acceleration, velocity, start - wall)) {
      if (time < 0) continue;
      window = {std::min(window.from_s, time), std::max(window.to_s, time)};
    }
  }
  return window.to_s < 0 ? std::nullopt : std::optional(window);
}

}  // namespace

std::optional<TimeWindow> time_in(const Bounds& box, const Path& path) {
  if (path.velocity.isZero(0) && path.acceleration.isZero(0)) return std::nullopt;
  TimeWindow window{0, forever};
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<TimeWindow> here = time_between(box.min[axis], box.max[axis], path.start[axis],
                                                        path.velocity[axis], path.acceleration[axis]);
    if (!here) return std::nullopt;
    window = {std::max(window.from_s, here->from_s), std::min(window.to_s, here->to_s)};
    if (!(window.from_s <= window.to_s)) return std::nullopt;
  }
  return window;
}

}  // namespace intercusp
