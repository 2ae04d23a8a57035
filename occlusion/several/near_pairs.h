// Finds the pairs of solids whose bounding boxes overlap.
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
  Bounds common;       //!< what their boxes share; all that the solids share lies in it
};

//! Sorted by a, then b. Boxes that only touch do not overlap. Every pair of solids that interfere is
//! included.
[[nodiscard]] std::vector<NearPair> near_pairs(std::span<const Bounds> boxes);

}  // namespace intercusp
