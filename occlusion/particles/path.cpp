#include "occlusion/particles/path.h"

#include <algorithm>

#include "occlusion/geometry/polynomial.h"

namespace intercusp {
namespace {

//! The times at which a coordinate with constant velocity, or at rest, lies in [low, high].
std::optional<TimeWindow> time_between(double low, double high, double start, double velocity) {
  if (velocity == 0) {
    return low <= start && start <= high ? std::optional(TimeWindow{0, forever}) : std::nullopt;
  }
  const double one = (low - start) / velocity, other = (high - start) / velocity;
  const TimeWindow window{std::max(0.0, std::min(one, other)), std::max(one, other)};
  return window.to_s < 0 ? std::nullopt : std::optional(window);
}

//! The interval from the first to the last time of 0 or more at which one coordinate lies in [low, high].
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

//! The part of `piece`, in which the coordinate is monotonic, during which it lies in [low, high].
std::optional<TimeWindow> time_between(double low, double high, double start, double velocity,
                                       double acceleration, const TimeWindow& piece) {
  std::array<double, 4> walls{};
  int count = 0;
  for (const double wall : {low, high}) {
    for (const double time : quadratic_roots(0.5 * acceleration, velocity, start - wall)) {
      if (time > piece.from_s && time < piece.to_s) walls[static_cast<std::size_t>(count++)] = time;
    }
  }
  std::sort(walls.begin(), walls.begin() + count);
  const double first = start + piece.from_s * (velocity + 0.5 * piece.from_s * acceleration);
  if (low <= first && first <= high) return TimeWindow{piece.from_s, count > 0 ? walls[0] : piece.to_s};
  if (count == 0) return std::nullopt;
  return TimeWindow{walls[0], count > 1 ? walls[1] : piece.to_s};
}

std::optional<TimeWindow> time_in(const Bounds& box, const Path& path, TimeWindow piece) {
  for (int axis = 0; axis < 3; ++axis) {
    const std::optional<TimeWindow> here = time_between(box.min[axis], box.max[axis], path.start[axis],
                                                        path.velocity[axis], path.acceleration[axis], piece);
    if (!here) return std::nullopt;
    piece = *here;
  }
  return piece;
}

}  // namespace

TimeWindows times_in(const Bounds& box, const Path& path) {
  std::array<double, 5> turns{0, forever, forever, forever, forever};
  for (int axis = 0; axis < 3; ++axis) {
    const double turn = -path.velocity[axis] / path.acceleration[axis];
    if (path.acceleration[axis] != 0 && turn > 0) turns[static_cast<std::size_t>(axis) + 1] = turn;
  }
  std::ranges::sort(turns);
  TimeWindows windows;
  for (std::size_t i = 0; i + 1 < turns.size() && turns[i] < forever; ++i) {
    if (const auto window = time_in(box, path, {turns[i], turns[i + 1]}))
      windows.at[static_cast<std::size_t>(windows.count++)] = *window;
  }
  return windows;
}

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
