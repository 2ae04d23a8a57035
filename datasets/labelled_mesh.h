// A mesh with one integer per vertex, made by generators and written by write_ply.
#pragma once

#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct LabelledMesh {
  TriangleMesh mesh;
  std::vector<int> labels;  //!< FDI number per vertex, 0 = gum; empty without labels
};

}  // namespace intercusp
