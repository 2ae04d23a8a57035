// The smallest of many clearances.
#pragma once

#include <Eigen/Core>
#include <span>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! NaN pixels have no clearance. If no pixel has one, the least is unlimited_clearance.
[[nodiscard]] inline float least_clearance(std::span<const float> clearance_mm) {
  if (clearance_mm.empty()) return unlimited_clearance;
  const Eigen::Map<const Eigen::ArrayXf> all(clearance_mm.data(),
                                             static_cast<Eigen::Index>(clearance_mm.size()));
  const float least = all.minCoeff<Eigen::PropagateNumbers>();
  return least < unlimited_clearance ? least : unlimited_clearance;
}

}  // namespace intercusp
