// Finds pixels near a silhouette, where clearance jumps and sampling is ambiguous.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! One entry per pixel, row by row: 1 if the pixel's centre is within `reach_px` pixels, on the (u, v) plane,
//! of a projected silhouette edge of either jaw. A silhouette edge lies between a face that looks along depth
//! and one that looks against it or is edge-on, or between a scanned face and one added by import. Edges of
//! hidden layers count as well.
//! \pre both solids are closed
[[nodiscard]] std::vector<std::uint8_t> near_silhouette(const View& view, const Bite& bite,
                                                        double reach_px = 0.5);

}  // namespace intercusp
