// The part of each crown that two scans can be compared on: without margins and contacts, which every scan shows differently.
#pragma once

#include <vector>

#include "occlusion/registration/match_surface.h"
#include "occlusion/registration/surface_change.h"

namespace intercusp {

//! FDI numbers of the welded mesh. \param labels per vertex as given
[[nodiscard]] std::vector<int> welded_labels(const MatchSurface& surface, const std::vector<int>& labels);

//! With 0 also within 0.8 mm along the surface of what bears another number, as crowns and gum are parted a little differently
//! on every scan, and within 1.2 mm in space of another tooth, where light does not reach.
[[nodiscard]] std::vector<int> inner_labels(const MatchSurface& surface, const VertexRings& rings,
                                            const std::vector<int>& of_welded);

}  // namespace intercusp
