// Closed bodies for scenes: finer triangulations of a surface, bodies of revolution, tubes and height fields.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! The surface with exactly `triangles` triangles (one less if that is odd). Faces are cut into four; then
//! some, evenly distributed, into three. A mesh with more triangles is returned unchanged.
[[nodiscard]] TriangleMesh with_triangles(TriangleMesh mesh, std::size_t triangles);

//! A closed body of revolution about z. The profile (radius, z) runs from the axis at the bottom to the axis
//! at the top. Only its first and last points lie on the axis.
[[nodiscard]] TriangleMesh turned_body(const std::vector<Eigen::Vector2d>& profile, int sides);

//! A closed tube along a path in the plane y = 0, with one ring per point and flat caps.
[[nodiscard]] TriangleMesh tube(const std::vector<Eigen::Vector2d>& path_xz,
                                const std::vector<double>& radius_mm, int sides);

//! Heights over a square lattice of (n+1)² points, row by row in y, centred on the z axis.
struct HeightField {
  std::size_t n = 0;
  double cell_mm = 1;
  std::vector<double> z;
};

//! The body between the field and the level `floor_z`, closed by sides and a bottom: 2n² + 12n triangles. If
//! the floor is above the field, the field faces down.
[[nodiscard]] TriangleMesh field_body(const HeightField& field, double floor_z);

}  // namespace intercusp
