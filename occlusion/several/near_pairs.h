// Which of several solids are near enough to interfere: those whose boxes share space.
//
// Internal to occlusion/interference.
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

//! In order of a, then b. Boxes that only touch share no space. No pair of solids that interfere is missing.
[[nodiscard]] std::vector<NearPair> near_pairs(std::span<const Bounds> boxes);

}  // namespace intercusp
