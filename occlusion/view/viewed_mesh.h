// A jaw in the coordinates of a view. Corners, cosines and planes of faces in (u, v, depth) are
// computed on demand.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "occlusion/geometry/solid.h"
#include "occlusion/view/view.h"

namespace intercusp {

using Corners = std::array<Eigen::Vector3d, 3>;

//! Largest slope (depth over width) up to which a face's plane is extended beyond the face: a wall at 87°.
//! Planes seen nearly edge-on change by millimetres within a pixel; their faces do not.
constexpr double steepest_slope = 20;

//! Cosine of the angle between a face's normal and the depth axis; 0 for a face without area.
[[nodiscard]] inline double cosine_of(const Corners& corners) {
  const Eigen::Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const double length = normal.norm();
  return length > 0 ? normal.z() / length : 0;
}

//! Slope of a face from its cosine.
[[nodiscard]] inline double slope_of(double cosine) {
  return std::sqrt(std::max(0.0, 1 - cosine * cosine)) / std::abs(cosine);
}

//! Depth of a face's plane at (u, v), clamped to the face's own range of depth. The range is first extended
//! by the climb of a face of `steepest_slope` over `reach_mm`.
[[nodiscard]] inline double plane_depth(const Corners& corners, double u, double v, double reach_mm) {
  const auto [low, high] = std::minmax({corners[0].z(), corners[1].z(), corners[2].z()});
  const Eigen::Vector3d normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  if (normal.z() == 0) return 0.5 * (low + high);
  const double climb = (normal.x() * (u - corners[0].x()) + normal.y() * (v - corners[0].y())) / normal.z();
  const double grown = reach_mm * steepest_slope;
  return std::clamp(corners[0].z() - climb, low - grown, high + grown);
}

//! \pre the solid outlives this object
class ViewedMesh {
 public:
  ViewedMesh(const Solid& solid, const Eigen::Isometry3d& case_from_solid,
             const Eigen::Isometry3d& view_from_case)
      : mesh_(solid.mesh), view_from_solid_(view_from_case * case_from_solid) {}

  [[nodiscard]] Eigen::Vector3d corner(std::uint32_t vertex) const {
    return view_from_solid_ * mesh_.vertices[vertex];
  }
  [[nodiscard]] Corners corners(std::size_t face) const {
    const auto& [a, b, c] = mesh_.faces[face];
    return {corner(a), corner(b), corner(c)};
  }
  //! Unit vector along depth, in the solid's own frame.
  [[nodiscard]] Eigen::Vector3d direction() const { return view_from_solid_.linear().row(2).transpose(); }

 private:
  const TriangleMesh& mesh_;
  Eigen::Isometry3d view_from_solid_;
};

}  // namespace intercusp
