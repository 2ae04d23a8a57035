// A mesh as its file lists it: before any repair, in the file's own unit and order.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct RawMesh {
  std::vector<Eigen::Vector3d> vertices;  //!< coordinates may be NaN or infinite: repair drops them
  std::vector<Face> faces;                //!< triangles; polygons are fans. All indices are in range
  std::vector<int> labels;                //!< one per vertex where the file or its companion has them, else empty
  std::size_t faces_with_bad_indices = 0;  //!< faces of the file that named missing vertices and were left out
};

}  // namespace intercusp
