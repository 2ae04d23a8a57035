// Evaluates one pixel's line from the z-lists of two solids.
#pragma once

#include <span>
#include <vector>

#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp::zlist {

//! A stretch of the line inside a solid.
struct DepthInterval {
  float start, end;  //!< depth, mm from the lists' origin
  std::int32_t start_face, end_face;
};

//! Maximal stretches with a winding number of at least 1. `intervals` is overwritten; the caller owns it, so that
//! nothing is allocated per pixel.
void find_intervals(std::span<const Layer> layers, std::vector<DepthInterval>& intervals);

//! What counts as a gap or an overlap (clearance_map.h).
struct ColumnRules {
  std::size_t upper_anatomy_faces, lower_anatomy_faces;
  double depth_tolerance_mm;
};

//! The pixel's result by the definitions of clearance_map.h.
[[nodiscard]] PixelResult compare_intervals(std::span<const DepthInterval> upper,
                                            std::span<const DepthInterval> lower, const ColumnRules& rules);

}  // namespace intercusp::zlist
