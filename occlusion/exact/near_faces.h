// Pairs of faces that may meet: those whose boxes do, in the case frame. Conservative: nothing is
// sampled, and no pair whose boxes meet is left out; a few whose boxes miss each other by less than a float
// tells may be in.
//
// Internal to occlusion/exact.
#pragma once

#include <vector>

#include "occlusion/exact/face_pair.h"
#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! In order, each once. \throw std::runtime_error if Embree has no device or cannot build a tree.
[[nodiscard]] std::vector<FacePair> near_faces(const Surface& upper, const Surface& lower);

}  // namespace intercusp::exact
