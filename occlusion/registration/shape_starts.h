// Poses in which the shape of one scan may fit another, from any start. Pairs of oriented points vote for
// them (Drost, Ulrich, Navab & Ilic 2010, "Model globally, match locally"). All pairs vote, without random
// selection.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/registration/match_surface.h"

namespace intercusp {

struct ShapeStart {
  Eigen::Isometry3d fixed_from_moving;  //!< accurate to some millimetres and 15°
  double votes = 0;
};

//! The poses with the most votes, sorted by votes. There are fewer for small surfaces.
[[nodiscard]] std::vector<ShapeStart> shape_starts(const MatchSurface& fixed, const MatchSurface& moving,
                                                   std::size_t most);

}  // namespace intercusp
