// How far two solids overlap along one direction, by the intervals of lines inside each: for pairs with an analytic
// body. (Two meshes: the engines' maps, pair_overlap.cpp.)
//
// Internal to occlusion/several.
#pragma once

#include "occlusion/several/overlap.h"
#include "occlusion/several/sighted_solid.h"

namespace intercusp {

//! Overlaps between anatomy that are longer than the tolerance.
[[nodiscard]] Look look_along_stretches(const SightedSolid& a, const SightedSolid& b, const View& view,
                                        double depth_tolerance_mm);

}  // namespace intercusp
