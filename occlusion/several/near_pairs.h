// Finds the pairs of solids whose bounding boxes meet or come near each other.
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct NearPair {
  std::uint32_t a, b;  //!< indices of the boxes, a < b
  //! The intersection of the boxes, which contains that of the solids. Empty if they only come near each other.
  Bounds common;
};

//! Pairs of boxes that are within the distance along every axis, sorted by a, then b. They include all pairs
//! of solids within the distance.
[[nodiscard]] std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double distance_mm = 0);

}  // namespace intercusp
