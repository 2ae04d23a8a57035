// Closed bodies with known answers, for tests, benchmarks and generated scenes.
//
// All are closed, oriented outward and without identical vertices; lengths are mm.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::shapes {

//! An axis-aligned box, 12 faces.
[[nodiscard]] TriangleMesh box(const Eigen::Vector3d& min, const Eigen::Vector3d& max);

//! An axis-aligned box with every wall cut into cells of at most `cell_mm`.
[[nodiscard]] TriangleMesh fine_box(const Eigen::Vector3d& min, const Eigen::Vector3d& max, double cell_mm);

//! A sphere of `rings` rings of latitude and 2·rings meridians; vertices lie on the sphere, so the mesh lies
//! inside it by at most radius·(1 − cos(pi/(2·rings)))·2.
[[nodiscard]] TriangleMesh sphere(const Eigen::Vector3d& centre, double radius_mm, int rings);

//! A cylinder between two points, `sides` flat sides, capped.
[[nodiscard]] TriangleMesh cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius_mm,
                                    int sides);

//! A torus around `axis` (unit length not needed) through `centre`.
[[nodiscard]] TriangleMesh torus(const Eigen::Vector3d& centre, const Eigen::Vector3d& axis,
                                 double ring_radius_mm, double tube_radius_mm, int around_ring,
                                 int around_tube);

//! The polygon (x, y), counter-clockwise, not crossing itself, drawn out from z_min to z_max. Concave
//! outlines make hooks and combs.
[[nodiscard]] TriangleMesh prism(const std::vector<Eigen::Vector2d>& outline, double z_min, double z_max);

//! The mesh moved by a pose.
[[nodiscard]] TriangleMesh moved(TriangleMesh mesh, const Eigen::Isometry3d& pose);

//! Every face cut into four at the middles of its edges: the same surface.
[[nodiscard]] TriangleMesh subdivided(const TriangleMesh& mesh);

}  // namespace intercusp::shapes
