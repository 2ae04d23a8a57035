// Joins the segments in which pairs of faces cross to the curves along which the jaws cross.
//
// Internal to occlusion/exact.
#pragma once

#include <span>
#include <vector>

#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/polyline.h"

namespace intercusp::exact {

//! Segments are joined where their ends have the same name; vertices with the same coordinates count as one, so a
//! surface that import has cut at a bad edge still gives whole curves. A curve ends where more or less than two
//! segments meet. Each segment is used once; the order depends only on the names.
[[nodiscard]] std::vector<Polyline> join_segments(const Surface& upper, const Surface& lower,
                                                  std::span<const FaceIntersection> crossings);

}  // namespace intercusp::exact
