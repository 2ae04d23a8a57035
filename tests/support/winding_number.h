// Inside or outside by the solid angle of the whole mesh: slow, and independent of the tested code.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

//! Generalised winding number: the solid angle of every face over 4π (van Oosterom & Strackee 1983).
inline double winding_number(const TriangleMesh& mesh, const Eigen::Vector3d& point) {
  double angles = 0;
  for (const auto& [i, j, k] : mesh.faces) {
    const Eigen::Vector3d a = mesh.vertices[i] - point, b = mesh.vertices[j] - point,
                          c = mesh.vertices[k] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angles += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angles / (4 * std::numbers::pi);
}

}  // namespace intercusp::testing
