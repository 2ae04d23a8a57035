// Splits a jaw's surface into pieces not crossed by the other jaw's surface. Each lies wholly inside or
// outside, so one point decides.
//
// Internal to occlusion/exact.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/exact/surface.h"

namespace intercusp::exact {

//! How the faces of one jaw meet the other jaw's surface, one entry per face.
struct FaceMarks {
  std::vector<bool> crosses;
  std::vector<bool> touches;     //!< in any way but by crossing
  std::vector<bool> along_edge;  //!< touches with an edge on an edge
  std::vector<bool> flush;       //!< touches a coplanar face
};

//! How many pieces with at least one of the first `anatomy_faces` faces lie wholly inside `other`. Pieces are
//! joined over edges, except between two faces that both touch the other jaw edge on edge: there one may be
//! inside and the next outside without any crossing.
[[nodiscard]] std::size_t pieces_inside(const Surface& surface, std::size_t anatomy_faces,
                                        const FaceMarks& marks, const Surface& other);

}  // namespace intercusp::exact
