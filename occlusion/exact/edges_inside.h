// Which of two interfering solids penetrates the other: the one whose edges reach into it (Knott 2003,
// section 4.5.1), decided exactly.
#pragma once

#include <span>

#include "occlusion/exact/exact_interference.h"
#include "occlusion/geometry/sharp_edges.h"

namespace intercusp {

struct EdgesInside {
  bool upper = false;  //!< an edge of the upper has a point inside the lower or on its surface
  bool lower = false;
};

//! \param found of the same bite. \param upper_edges, lower_edges sharp_edges of its meshes
[[nodiscard]] EdgesInside edges_inside(const Bite& bite, const ExactInterference& found,
                                       std::span<const Edge> upper_edges, std::span<const Edge> lower_edges);

}  // namespace intercusp
