// A mesh with one integer per vertex, as generators make it and write_ply writes it.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct LabelledMesh {
  TriangleMesh mesh;
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty where there are none
};

}  // namespace intercusp
