// Candidate pairs of faces: those whose boxes meet in the case frame. Conservative: no such pair is missed; a
// few pairs whose boxes are apart by less than float precision may be included.
//
// Internal to occlusion/exact.
#pragma once

#include <vector>

#include "occlusion/exact/face_pair.h"
#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! In order, each once. \throw std::runtime_error if Embree has no device or cannot build a tree, or for more pairs
//! than scans in a bite have: ten million, plus twenty for each face.
[[nodiscard]] std::vector<FacePair> near_faces(const Surface& upper, const Surface& lower);

}  // namespace intercusp::exact
