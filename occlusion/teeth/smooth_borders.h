// Labels of vertices whose borders do not jump from one merged vertex to the next.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Gives each vertex at a border the label that most of it and its neighbours have, twice over. Of labels that as many have, its own
//! stays, else the smallest is taken.
[[nodiscard]] std::vector<int> with_smooth_borders(std::vector<int> label, const TriangleMesh& mesh);

}  // namespace intercusp
