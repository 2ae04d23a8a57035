// Intersections of a ray with faces, face by face (Möller and Trumbore 1997): slow, and independent of every engine.
#pragma once

#include <span>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

//! Calls use(depth, leaves) for every face that the ray meets: the depth in lengths of `direction`, and whether the
//! face looks along the ray, so that the ray leaves the body there.
template <class Use>
void for_each_hit(const TriangleMesh& mesh, std::span<const Face> faces, const Eigen::Vector3d& origin,
                  const Eigen::Vector3d& direction, const Use& use) {
  for (const auto& [i, j, k] : faces) {
    const Eigen::Vector3d& a = mesh.vertices[i];
    const Eigen::Vector3d ab = mesh.vertices[j] - a, ac = mesh.vertices[k] - a;
    const Eigen::Vector3d p = direction.cross(ac), t = origin - a, q = t.cross(ab);
    const double determinant = ab.dot(p);
    if (determinant == 0) continue;
    const double u = t.dot(p) / determinant, v = direction.dot(q) / determinant;
    const double depth = ac.dot(q) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1 && depth >= 0) use(depth, determinant < 0);
  }
}

}  // namespace intercusp::testing
