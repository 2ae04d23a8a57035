// A map in which only some pixels count. The surface points of the others are counted in another map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/maps/clearance_map.h"

namespace intercusp {

struct CountedMap {
  ClearanceMap map;
  std::vector<std::uint8_t> counts;  //!< per pixel, 1 if it counts; empty if all do

  [[nodiscard]] bool count(std::size_t pixel) const { return counts.empty() || counts[pixel] != 0; }
};

}  // namespace intercusp
