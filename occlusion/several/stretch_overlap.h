// How deep two solids overlap along one direction, by the stretches of lines inside each: for pairs in which an analytic
// body takes part. (Two meshes: the engines' maps, pair_overlap.cpp.)
//
// Internal to occlusion/several.
#pragma once

#include <optional>

#include "occlusion/several/overlap.h"
#include "occlusion/several/sighted_solid.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Nothing where no overlap between anatomy is longer than the tolerance. The same bits for any number of threads.
[[nodiscard]] std::optional<Look> look_along_stretches(const SightedSolid& a, const SightedSolid& b,
                                                       const View& view, double depth_tolerance_mm);

}  // namespace intercusp
