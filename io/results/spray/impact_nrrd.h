// The impact map of a collider as a file for programs.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "occlusion/particles/impact_map.h"

namespace intercusp {

//! The impact map of a collider as NRRD: per pixel `collider` (its number in the order given, from 0; -1 without hits), `hits`,
//! `first_s` and `speed_mm_s` of the earliest (NaN without hits), as 32-bit floats. Slice 0 is the side that faces the nozzle, slice
//! 1 the other; spacing, origin and direction lead to places in the frame of the files, mm, the slices at the collider's
//! nearest and farthest depth.
[[nodiscard]] std::string impact_nrrd(const ImpactMap& map, std::size_t collider,
                                      const std::vector<std::pair<std::string, std::string>>& notes);

}  // namespace intercusp
