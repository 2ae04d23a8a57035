// Depth, distance and crossing of two polyhedra by methods independent of the program's: all polygons against all,
// sides by solid angles, and CGAL's exact numbers.
#pragma once

#include <optional>

#include "tests/occlusion/several/random_scenes.h"

namespace intercusp::testing {

//! The depth lies between the two. Their distance is at most `gap_mm`, unless too many pieces would be needed.
struct DepthRange {
  double low_mm = 0, high_mm = 0;
};

[[nodiscard]] DepthRange other_depth(const Polyhedron& a, const Polyhedron& b, double gap_mm);

//! Least distance of the surfaces; 0 where they cross.
[[nodiscard]] double other_distance(const Polyhedron& a, const Polyhedron& b);

//! To the surface; the side is left out.
[[nodiscard]] double distance_to(const Polyhedron& shape, const Eigen::Vector3d& point);

//! By the solid angle that the surface fills. \pre the point is not on it
[[nodiscard]] bool is_inside(const Polyhedron& shape, const Eigen::Vector3d& point);

//! Whether the surfaces share a point, decided by rational numbers.
[[nodiscard]] bool surfaces_meet(const TriangleMesh& a, const TriangleMesh& b);

}  // namespace intercusp::testing
