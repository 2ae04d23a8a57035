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
      common;  //!< the intersection of their boxes, which contains that of the solids. Empty if they only come near
};

//! Sorted by a, then b: pairs of boxes within the distance along every axis, which include all such pairs of solids.
[[nodiscard]] std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double distance_mm = 0);

}  // namespace intercusp
