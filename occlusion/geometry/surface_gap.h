// The least distance between two sets of faces, in any direction.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct SurfaceGap {
  double mm = 0;                    //!< 0 if they cross
  Eigen::Vector3d middle{0, 0, 0};  //!< halfway between the closest points
};

//! Some faces of a mesh. Mesh and indices must outlive it.
struct SomeFaces {
  const TriangleMesh& mesh;
  std::span<const std::uint32_t> faces;
};

//! The least gap over all pairs of faces. \pre neither is empty
[[nodiscard]] SurfaceGap surface_gap(const SomeFaces& a, const SomeFaces& b);

}  // namespace intercusp
