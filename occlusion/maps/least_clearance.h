// The smallest of many clearances.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Returns the smallest clearance, ignoring NaN; unlimited_clearance if there is none. Sixteen independent
//! minima let the compiler vectorise.
[[nodiscard]] inline float least_clearance(std::span<const float> clearance_mm) {
  constexpr std::size_t lanes = 16;
  std::array<float, lanes> least;
  least.fill(unlimited_clearance);
  std::size_t begin = 0;
  for (; begin + lanes <= clearance_mm.size(); begin += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float clearance = clearance_mm[begin + lane];
      least[lane] = clearance < least[lane] ? clearance : least[lane];
    }
  }
  for (; begin < clearance_mm.size(); ++begin) {
    least[0] = clearance_mm[begin] < least[0] ? clearance_mm[begin] : least[0];
  }
  return *std::min_element(least.begin(), least.end());
}

}  // namespace intercusp
