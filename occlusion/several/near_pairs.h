// Finds the pairs of solids whose bounding boxes meet, or come near.
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct NearPair {
  std::uint32_t a, b;  //!< places among the boxes, a < b
  Bounds
      common;  //!< what their boxes share; all that the solids share lies in it. Empty where they only come near
};

//! Sorted by a, then b: boxes that come within the distance along every axis, so every pair of solids that do.
[[nodiscard]] std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double distance_mm = 0);

}  // namespace intercusp
