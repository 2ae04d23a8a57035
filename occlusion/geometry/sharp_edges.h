// The edges of a polyhedron: mesh edges at which the surface bends. Edges within a flat wall do not count.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! By index into TriangleMesh::vertices, the smaller first.
using Edge = std::array<std::uint32_t, 2>;

//! Two faces whose normals differ by less than this lie in one wall, radians. Rounding to float turns a face of 0.1 mm
//! at 60 mm by some 0.0001; a sphere is smoother than this only with tens of millions of faces.
constexpr double flat_edge_rad = 1e-3;

//! In order, each once. An edge of one face, or of more than two, is sharp; so is an edge of a face without area.
[[nodiscard]] std::vector<Edge> sharp_edges(const TriangleMesh& mesh);

}  // namespace intercusp
