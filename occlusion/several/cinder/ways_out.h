// Outward offset vectors at the vertices of a body, for moving an edge inward under all its faces.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::cinder {

//! Largest length of an offset vector in unit normals. A cube's corner needs 1.7, a regular tetrahedron's 3; only
//! needles need more, and their edges stay shallower.
constexpr double longest_way_out = 4;

//! One per vertex, along the normal (the faces' normals weighted by their angles). Its length is such that a vertex
//! moved against it by x lies at least x deep under the plane of each of its faces, limited as above. Zero if a vertex
//! has no face with an area.
[[nodiscard]] std::vector<Eigen::Vector3d> ways_out(const TriangleMesh& mesh);

}  // namespace intercusp::cinder
