// One jaw as an orthographic map sees it: corners, cosines and planes of faces in (u, v, depth), worked out
// on demand.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/projection.h"

namespace intercusp {

using Corners = std::array<Eigen::Vector3d, 3>;

//! Slope (depth over width) up to which the plane of a face is followed beyond the face: that of a wall at
//! 87°. Nearly edge-on planes run off by millimetres within a pixel, their faces do not.
constexpr double steepest_slope = 20;

//! Cosine of the angle between a face's normal and the direction of depth; 0 for a face without area.
[[nodiscard]] inline double cosine_of(const Corners& corners) {
  const Eigen::Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const double length = normal.norm();
  return length > 0 ? normal.z() / length : 0;
}

//! Slope of a face with this cosine.
[[nodiscard]] inline double slope_of(double cosine) {
  return std::sqrt(std::max(0.0, 1 - cosine * cosine)) / std::abs(cosine);
}

//! Depth of a face's plane at (u, v), within the face's own range of depth grown by what a face no steeper
//! than `steepest_slope` climbs over `reach_mm`.
[[nodiscard]] inline double plane_depth(const Corners& corners, double u, double v, double reach_mm) {
  const auto [low, high] = std::minmax({corners[0].z(), corners[1].z(), corners[2].z()});
  const Eigen::Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  if (normal.z() == 0) return 0.5 * (low + high);
  const double climb = (normal.x() * (u - corners[0].x()) + normal.y() * (v - corners[0].y())) / normal.z();
  const double grown = reach_mm * steepest_slope;
  return std::clamp(corners[0].z() - climb, low - grown, high + grown);
}

//! \pre the projection is orthographic; solid outlives this.
class ViewedMesh {
 public:
  ViewedMesh(const Solid& solid, const Eigen::Isometry3d& case_from_solid, const Projection& projection)
      : mesh_(solid.mesh), view_from_solid_(projection.view_from_case() * case_from_solid) {}

  [[nodiscard]] Eigen::Vector3d corner(std::uint32_t vertex) const {
    return view_from_solid_ * mesh_.vertices[vertex];
  }
  [[nodiscard]] Corners corners(std::size_t face) const {
    const auto& [a, b, c] = mesh_.faces[face];
    return {corner(a), corner(b), corner(c)};
  }
  //! Unit vector of depth in the solid's own frame.
  [[nodiscard]] Eigen::Vector3d direction() const { return view_from_solid_.linear().row(2).transpose(); }

 private:
  const TriangleMesh& mesh_;
  Eigen::Isometry3d view_from_solid_;
};

}  // namespace intercusp
