// Fewer triangles for a mesh that travels inside a page, with the error that this makes measured.
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

//! Drops vertices of the first `face_count` faces while the surface deviates by no more than wanted; what is left moves
//! nowhere. Where that would leave more vertices than 16 bits can count, it deviates by more.
//! \param near 1 for vertices whose faces are held to `near_error_mm`
[[nodiscard]] ReducedMesh reduced_mesh(const TriangleMesh& mesh, std::size_t face_count,
                                       const std::vector<std::uint8_t>& near, double near_error_mm,
                                       double error_mm);

}  // namespace intercusp
