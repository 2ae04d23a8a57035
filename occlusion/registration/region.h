// The part of a scan that is stated to be unchanged, as one number per vertex: 0 outside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {

//! More than the distance between two triangulations of one surface, and less than the thickness of a crown.
inline constexpr double region_reach_mm = 0.5;

//! The vertices within `region_reach_mm` of a surface that covers the region, in the frame of the scan.
[[nodiscard]] std::vector<std::uint8_t> region_below(const JawScan& scan, const TriangleMesh& cover);

//! The vertices of teeth.
//! \param fdi numbers of the teeth
[[nodiscard]] std::vector<std::uint8_t> region_of_teeth(const JawScan& scan, std::span<const int> fdi);

}  // namespace intercusp
