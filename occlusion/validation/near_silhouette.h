// Which pixels of a map lie beside a silhouette, where a clearance jumps and no two ways of sampling agree.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/view/map_frame.h"

namespace intercusp {

//! One entry per pixel, row by row: 1 where the pixel's centre is at most `reach_px` pixels away, on the
//! (u, v) plane, from a projected silhouette edge of either jaw. A silhouette edge lies between a face that
//! looks along depth and one that looks against it or stands on edge, or between a scanned face and one that
//! import added, where the surface that is measured ends; hidden layers have theirs as well.
//! \pre both solids are closed.  \throw std::invalid_argument unless the projection is orthographic.
[[nodiscard]] std::vector<std::uint8_t> near_silhouette(const MapFrame& frame, const Bite& bite,
                                                        double reach_px = 0.5);

}  // namespace intercusp
