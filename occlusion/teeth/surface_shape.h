// Normals and curvature of a scan's surface at the scale of teeth.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

struct SurfaceShape {
  std::vector<double> area_mm2;         //!< a third of the faces around each vertex
  std::vector<Eigen::Vector3d> normal;  //!< unit, outward, per vertex
  //! Curvature tensor per vertex, 1/mm: p·K·p is the normal curvature along p, positive where convex.
  std::vector<Eigen::Matrix3d> curvature;
  std::vector<char> near_margin;  //!< within two edges of an open edge
};

//! Whether a surface is concave by more than `bend`, 1/mm, in some direction: whether the curvature with `bend` added in all
//! directions has an eigenvalue below zero.
[[nodiscard]] bool is_concave(const Eigen::Matrix3d& curvature, double bend);

//! Averages dihedral angles over about `radius_mm` (Cohen-Steiner & Morvan 2003).
[[nodiscard]] SurfaceShape surface_shape(const TriangleMesh& mesh, double radius_mm);

}  // namespace intercusp
