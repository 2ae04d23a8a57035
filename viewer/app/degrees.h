// Angles that survive the conversion to degrees in files bit for bit.
#pragma once

#include <cmath>
#include <limits>

#include "occlusion/base/angles.h"

namespace intercusp::viewer {

//! The number of degrees that gives exactly this angle when multiplied by rad_per_deg, for every angle that was read in
//! degrees: the shortest where one with nine decimals does, as 15 rather than 14.999999999999998; else the quotient is off by
//! at most its last digit.
[[nodiscard]] inline double degrees_of(double angle_rad) {
  const double quotient = angle_rad / rad_per_deg;
  constexpr double far = std::numeric_limits<double>::infinity();
  const double few_decimals = std::round(quotient * 1e9) / 1e9;
  for (const double degrees :
       {few_decimals, quotient, std::nextafter(quotient, -far), std::nextafter(quotient, far)}) {
    if (degrees * rad_per_deg == angle_rad) return degrees;
  }
  return quotient;
}

}  // namespace intercusp::viewer
