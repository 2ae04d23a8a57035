// A map of which only some pixels count, because the others' points of the surface are counted in another
// map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct CountedMap {
  ClearanceMap map;
  std::vector<std::uint8_t> counts;  //!< per pixel, 1 where it counts; empty: all of them

  [[nodiscard]] bool count(std::size_t pixel) const { return counts.empty() || counts[pixel] != 0; }
};

}  // namespace intercusp
