// Closed bodies with known properties, for tests, benchmarks and generated scenes.
//
// All are oriented outward and have no coincident vertices. Lengths are mm.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::shapes {

//! An axis-aligned box, 12 faces.
[[nodiscard]] TriangleMesh box(const Eigen::Vector3d& min, const Eigen::Vector3d& max);

//! An axis-aligned box whose walls are cut into cells of at most `cell_mm`.
[[nodiscard]] TriangleMesh fine_box(const Eigen::Vector3d& min, const Eigen::Vector3d& max, double cell_mm);

//! A sphere with `rings` rings of latitude and 2·rings meridians. Vertices lie on the sphere; the mesh lies
//! inside it by at most radius·(1 − cos(pi/(2·rings)))·2.
[[nodiscard]] TriangleMesh sphere(const Eigen::Vector3d& centre, double radius_mm, int rings);

//! A capped cylinder between two points, with `sides` flat sides.
[[nodiscard]] TriangleMesh cylinder(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius_mm,
                                    int sides);

//! A torus around `axis`, of any length, through `centre`.
[[nodiscard]] TriangleMesh torus(const Eigen::Vector3d& centre, const Eigen::Vector3d& axis,
                                 double ring_radius_mm, double tube_radius_mm, int around_ring,
                                 int around_tube);

//! A polygon in (x, y), counter-clockwise and not crossing itself, extruded from z_min to z_max. Concave
//! outlines make hooks and combs.
[[nodiscard]] TriangleMesh prism(const std::vector<Eigen::Vector2d>& outline, double z_min, double z_max);

//! The mesh moved by a pose.
[[nodiscard]] TriangleMesh moved(TriangleMesh mesh, const Eigen::Isometry3d& pose);

//! Cuts every face into four at the middles of its edges. The surface stays the same.
[[nodiscard]] TriangleMesh subdivided(const TriangleMesh& mesh);

}  // namespace intercusp::shapes
