// Where the lines of sixteen pixels meet the planes of the faces that they see. Compiled as closest_faces.h.
#pragma once

#include <cstdint>

#include "occlusion/distance/kernels/closest_faces.h"

namespace intercusp::surface {

//! A mesh and the view through which its faces were seen. The frames are rows of three and a shift.
struct SeenMesh {
  const double* vertices;        //!< three numbers each, in the mesh's own frame
  const std::uint32_t* corners;  //!< three of a face
  double view_from_mesh[3][4], case_from_view[3][4];
};

struct SeenPixels {
  double u[lanes], v[lanes];
  std::int32_t face[lanes];
};

//! Writes the points of the group, case frame: the depth of each is plane_depth (occlusion/view/viewed_mesh.h) without
//! its limit of reach, to the last bit.
using SeenPointsKernel = void (*)(const SeenMesh& mesh, const SeenPixels& pixels, PointGroup& points);

}  // namespace intercusp::surface
