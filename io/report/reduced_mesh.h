// Reduces the triangles of a mesh that is embedded in a page, and measures the error.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct ReducedMesh {
  std::vector<Face> faces;  //!< indices into `source`
  //! For each vertex, in the order of use, the vertex of the complete mesh.
  std::vector<std::uint32_t> source;
  //! Greatest distance of a vertex of the complete mesh from the remaining faces, in either region.
  double near_error_mm = 0, error_mm = 0;
};

//! Drops vertices of the first `face_count` faces while the surface stays within the wanted deviation. The
//! remaining vertices do not move. If more vertices would remain than 16 bits can count, the deviation grows.
//! \param near 1 for vertices whose faces must stay within `near_error_mm`
[[nodiscard]] ReducedMesh reduced_mesh(const TriangleMesh& mesh, std::size_t face_count,
                                       const std::vector<std::uint8_t>& near, double near_error_mm,
                                       double error_mm);

}  // namespace intercusp
