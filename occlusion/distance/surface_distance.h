// Surface distance at the vertices of both jaws: to the closest point of the other jaw's surface in any
// direction, negative inside the other solid.
//
// Differs from the clearance of a map, which is along one direction: a wall at 80° pushed 0.1 mm into another
// reads 0.57 mm along the axis and 0.1 mm here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "occlusion/distance/jaw_distance.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The vertices that a jaw's anatomy uses, each once, along a space-filling curve, so that neighbours are adjacent: in the
//! order of most files a search for the closest faces of sixteen points takes four times as long.
[[nodiscard]] std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw);

//! One entry per vertex of a jaw in every array.
struct VertexDistances {
  std::vector<float> mm;  //!< NaN where no anatomy face uses the vertex and where the side is undecided
  std::vector<std::uint32_t> other_face;  //!< closest face of the other jaw; 0 where `mm` is NaN
  std::vector<std::uint8_t> at_rim;       //!< 1: the closest point is on the rim of the other scan
  std::size_t measured = 0;               //!< vertices of the anatomy
  std::size_t undecided = 0;              //!< of those: without a side
  std::size_t at_rim_count = 0;           //!< of those: decided, but at the rim
};

struct SurfaceDistances {
  VertexDistances upper, lower;
};

//! Gives identical bits for any number of threads. \throw as prepare_jaws.
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite);

//! \pre jaws were prepared from the solids of this bite; the pose may be another.
[[nodiscard]] SurfaceDistances surface_distances(const Bite& bite, const PreparedJaws& jaws);

}  // namespace intercusp
