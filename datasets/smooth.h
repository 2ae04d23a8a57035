// Minimum and maximum with a rounded corner, for bodies given as "how far inside is this point".
#pragma once

#include <algorithm>
#include <cmath>

namespace intercusp {

//! min(a, b), rounded where the two differ by less than `round_mm`; at most round_mm/4 below the minimum.
[[nodiscard]] inline double smooth_min(double a, double b, double round_mm) {
  const double h = std::max(round_mm - std::abs(a - b), 0.0);
  return std::min(a, b) - h * h / (4 * round_mm);
}

//! max(a, b), rounded in the same way.
[[nodiscard]] inline double smooth_max(double a, double b, double round_mm) {
  return -smooth_min(-a, -b, round_mm);
}

//! 1 at 0, falling smoothly to 0 at ±1.
[[nodiscard]] inline double bell(double t) {
  const double h = std::max(1 - t * t, 0.0);
  return h * h;
}

}  // namespace intercusp
