// A scan of one jaw as a file gives it: registration needs no solid.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct JawScan {
  TriangleMesh
      mesh;  //!< open or closed; vertices may be repeated, faces are counter-clockwise seen from outside
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty where nothing is known
};

}  // namespace intercusp
