// Closed solids of plane convex polygons, for tests that need more than triangles.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::testing {

using Polygon = std::vector<std::uint32_t>;

//! Polygons are counter-clockwise from outside.
struct Polyhedron {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Polygon> polygons;
};

[[nodiscard]] Polyhedron moved(Polyhedron shape, const Eigen::Isometry3d& pose);
[[nodiscard]] Polyhedron moved(Polyhedron shape, const Eigen::Vector3d& by);
[[nodiscard]] Polyhedron joined(Polyhedron a, const Polyhedron& b);
[[nodiscard]] Polyhedron turned_inside_out(Polyhedron shape);

//! Between two outlines of as many corners, which are added below and above.
void add_wall(Polyhedron& shape, std::uint32_t below, std::uint32_t above, std::uint32_t count);

[[nodiscard]] std::vector<Eigen::Vector2d> rectangle(double half_x, double half_y);
[[nodiscard]] std::vector<Eigen::Vector2d> circle(double radius, int corners, double phase = 0);

[[nodiscard]] Polyhedron box(const Eigen::Vector3d& low, const Eigen::Vector3d& high);
[[nodiscard]] Polyhedron cube(double half);
//! A convex outline drawn out from below to above, where it may be narrower.
[[nodiscard]] Polyhedron frustum(const std::vector<Eigen::Vector2d>& outline, double z_below, double z_above,
                                 double narrowing = 1);
//! A box with a pocket that is open at the top; sizes are halves.
[[nodiscard]] Polyhedron socket(const Eigen::Vector2d& outer, const Eigen::Vector2d& inner, double bottom,
                                double floor, double top);
//! A socket upside down: open at z = 0, its pocket so high. \param wall halves of outside
[[nodiscard]] Polyhedron crown(const Eigen::Vector2d& outer, const Eigen::Vector2d& inner, double pocket,
                               double top, double margin);
//! A profile (radius, z), counter-clockwise, turned about z.
[[nodiscard]] Polyhedron lathe(const std::vector<Eigen::Vector2d>& profile, int around, double phase = 0);
[[nodiscard]] Polyhedron ball(double radius, int rings, int around);

//! An outline in (x, z), counter-clockwise, drawn out along y. \param triangles of the outline's corners, which fill it
[[nodiscard]] TriangleMesh prism(const std::vector<Eigen::Vector2d>& outline,
                                 const std::vector<Face>& triangles, double least_y, double most_y);

//! The diagonals that triangulate the polygons start at a corner that `turn` chooses.
[[nodiscard]] TriangleMesh triangulated(const Polyhedron& shape, std::uint32_t turn = 0);

}  // namespace intercusp::testing
