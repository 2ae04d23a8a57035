// Cracks of no width: edges that meet a corner of a neighbour half way (T-junctions), and triangles without area beside them.
#pragma once

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Drops triangles with a corner on their opposite edge, to a micrometre, and splits those whose open edge has an open corner
//! of another on it, so that neighbours share their edges. Adds no vertex. The same faces in any order, but for their order.
//! \pre no two vertices in the same place
void close_cracks(TriangleMesh& mesh);

}  // namespace intercusp
