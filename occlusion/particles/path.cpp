#include "occlusion/particles/path.h"

#include <algorithm>
#include <limits>

#include "occlusion/particles/polynomial.h"

namespace intercusp {
namespace {

//! The hull of the times of 0 or more at which one coordinate lies in [low, high].
std::optional<TimeWindow> time_between(double low, double high, double start, double velocity,
                                       double acceleration) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  TimeWindow window{infinity, -1};
  const bool begins_inside = low <= start && start <= high;
  if (begins_inside) window.from_s = 0;
  for (const double wall : {low, high}) {
    for (const double time : quadratic_roots(0.5 * acceleration, velocity, start - wall)) {
      if (time < 0) continue;
      window = {std::min(window.from_s, time), std::max(window.to_s, time)};
    }
  }
  if (begins_inside && velocity == 0 && acceleration == 0) window.to_s = infinity;
  if (begins_inside && window.to_s < 0) window.to_s = 0;  // at a wall, on its way out
  return window.to_s < 0 ? std::nullopt : std::optional(window);
}

}  // namespace

std::optional<TimeWindow> time_in(const Bounds& box, const Path& path) {
  if (path.velocity.isZero(0) && path.acceleration.isZero(0)) return std::nullopt;
  TimeWindow window{0, std::numeric_limits<double>::infinity()};
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<TimeWindow> here = time_between(box.min[axis], box.max[axis], path.start[axis],
                                                        path.velocity[axis], path.acceleration[axis]);
    if (!here) return std::nullopt;
    window = {std::max(window.from_s, here->from_s), std::min(window.to_s, here->to_s)};
  }
  return window.from_s <= window.to_s ? std::optional(window) : std::nullopt;
}

}  // namespace intercusp
