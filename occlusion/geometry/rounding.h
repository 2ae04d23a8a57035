// How far single precision may have moved the vertices of a mesh: in its file, or when it was read.
#pragma once

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! The greatest distance between a vertex and what it was before rounding, by the coordinates that lie furthest from the
//! origin. 0 for a mesh with more digits than single precision has, in each unit of import.
[[nodiscard]] double single_precision_mm(const TriangleMesh& mesh);

//! Whether a depth, negative if apart, lies so near the tolerance that a rounding may decide between both sides.
[[nodiscard]] bool rounding_decides(double depth_mm, double rounding_mm, double depth_tolerance_mm);

}  // namespace intercusp
