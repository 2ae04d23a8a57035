// The box around what was scanned of a jaw, in any frame.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/geometry/solid.h"

namespace intercusp::viewer {

//! Empty where the jaw has no anatomy. Skirt and base do not count.
[[nodiscard]] inline Bounds anatomy_bounds(const Solid& solid, const Eigen::Isometry3d& target_from_solid) {
  Bounds bounds;
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face])
      bounds.add(target_from_solid * solid.mesh.vertices[vertex]);
  }
  return bounds;
}

}  // namespace intercusp::viewer
