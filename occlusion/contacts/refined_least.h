// Least clearance of a map, also between its pixels. Least values lie where ridges cross and corners meet,
// hardly ever at a pixel's centre. The pixels that may hold them are mapped again, repeatedly, at eight times
// the resolution.
#pragma once

#include <optional>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

struct LeastClearance {
  double mm = 0;  //!< along the view; where the jaws overlap, minus the longest overlap
  //! Bound on how far the surfaces may still fall below `mm` before the next pixel of the finest map.
  double error_mm = 0;
};

//! \param map of this bite's pose
//! \param engine of the same jaws, for maps of a few hundred pixels. Its snapping of corners limits
//! the resolution.
//! \return empty if no pixel has a finite clearance. Parts thinner than a pixel that hit no pixel
//! centre are missed.
[[nodiscard]] std::optional<LeastClearance> refined_least(const ClearanceMap& map, const Bite& bite,
                                                          MapEngine& engine);

}  // namespace intercusp
