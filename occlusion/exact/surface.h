// One jaw's faces in the case frame, the input of all exact tests.
//
// Internal to occlusion/exact.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <span>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp::exact {

using Corners = std::array<Eigen::Vector3d, 3>;

//! Vertices are rounded to double once, after the pose; nothing is rounded later.
struct Surface {
  std::vector<Eigen::Vector3d> vertices;  //!< case frame, mm
  std::span<const Face> faces;            //!< those of the solid, which must outlive this

  [[nodiscard]] Corners corners(std::size_t face) const {
    const auto& [a, b, c] = faces[face];
    return {vertices[a], vertices[b], vertices[c]};
  }
};

[[nodiscard]] inline Surface surface_of(
    const Solid& solid, const Eigen::Isometry3d& case_from_solid = Eigen::Isometry3d::Identity()) {
  Surface surface{.vertices = solid.mesh.vertices, .faces = solid.mesh.faces};
  if (case_from_solid.matrix() == Eigen::Matrix4d::Identity()) return surface;
  for (Eigen::Vector3d& vertex : surface.vertices) vertex = case_from_solid * vertex;
  return surface;
}

}  // namespace intercusp::exact
