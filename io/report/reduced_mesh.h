// Reduces the triangles of a mesh embedded in a page, and measures the error.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct ReducedMesh {
  std::vector<Face> faces;  //!< indices into `source`
  std::vector<std::uint32_t>
      source;  //!< the vertex of the whole mesh that each vertex is, in the order of use
  //! Greatest distance of a vertex of the whole mesh from the faces kept, in either region.
  double near_error_mm = 0, error_mm = 0;
};

//! Drops vertices of the first `face_count` faces while the surface stays within the wanted deviation; the remaining
//! vertices do not move. If more vertices than 16 bits can count would remain, the deviation grows.
//! \param near 1 for vertices whose faces are held to `near_error_mm`
[[nodiscard]] ReducedMesh reduced_mesh(const TriangleMesh& mesh, std::size_t face_count,
                                       const std::vector<std::uint8_t>& near, double near_error_mm,
                                       double error_mm);

}  // namespace intercusp
