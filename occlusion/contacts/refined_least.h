// The least clearance of a map between its pixels. Least values lie where ridges cross and corners meet, hardly ever at
// a pixel's centre. The places that may hold them are therefore mapped again at eight times the resolution, repeatedly.
#pragma once

#include <optional>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct LeastClearance {
  double mm = 0;  //!< along the view; where the jaws overlap, minus the longest overlap
  double error_mm =
      0;  //!< by which the surfaces that bound it may still fall before the next pixel of the finest map
};

//! \param map of the present pose
//! \param engine of the same jaws, for maps of a few hundred pixels; not finer than it can snap corners
//! \return empty where no pixel has a finite clearance. Parts that are thinner than a pixel and hit none are not found
[[nodiscard]] std::optional<LeastClearance> refined_least(const ClearanceMap& map, const Bite& bite,
                                                          MapEngine& engine);

}  // namespace intercusp
