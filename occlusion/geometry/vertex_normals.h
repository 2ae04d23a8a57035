// Normals at the vertices of a surface.
#pragma once

#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Unit normal of each vertex, the mean over its faces by area; zero where that is zero.
[[nodiscard]] std::vector<Eigen::Vector3d> vertex_normals(std::span<const Eigen::Vector3d> vertices,
                                                          std::span<const Face> faces);

}  // namespace intercusp
