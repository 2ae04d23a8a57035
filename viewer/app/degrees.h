// Angles in files that come back as they were.
#pragma once

#include <cmath>
#include <limits>

#include "occlusion/base/angles.h"

namespace intercusp::viewer {

//! The degrees that give this angle when multiplied by rad_per_deg, to the bit, for all angles that ever were
//! degrees: the quotient is then off by its last digit at most.
[[nodiscard]] inline double degrees_of(double angle_rad) {
  const double quotient = angle_rad / rad_per_deg;
  constexpr double far = std::numeric_limits<double>::infinity();
  for (const double degrees : {quotient, std::nextafter(quotient, -far), std::nextafter(quotient, far)}) {
    if (degrees * rad_per_deg == angle_rad) return degrees;
  }
  return quotient;
}

}  // namespace intercusp::viewer
