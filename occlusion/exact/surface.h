// One jaw's faces in the case frame, the input of all exact tests; and the test whether a point
// lies inside them.
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

//! Vertices are posed and then rounded to double once; nothing is rounded later.
struct Surface {
  std::vector<Eigen::Vector3d> vertices;  //!< case frame, mm
  std::span<const Face> faces;            //!< faces of the solid, which must outlive this object

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

// Exact test whether a point lies inside a jaw: counts the faces between the point and a distant one, +1
// where the line leaves, -1 where it enters.

enum class Side { outside, inside, on_surface };

//! A point is inside where the winding number is at least 1.
//! \pre the surface is closed and oriented outward
//! \throw std::runtime_error if every line tried passes through an edge, which has not happened on any mesh
[[nodiscard]] Side side_of(const Surface& surface, const Eigen::Vector3d& point);

}  // namespace intercusp::exact
