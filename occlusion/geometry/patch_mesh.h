// Free-form surfaces as triangle meshes: rational Bézier patches, into which every NURBS surface can be cut.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

constexpr int highest_patch_degree = 16;

//! Over u and v from 0 to 1; outward is the direction of (change along u) × (change along v).
struct BezierPatch {
  int degree_u = 1, degree_v = 1;       //!< 1 to highest_patch_degree
  std::vector<Eigen::Vector3d> points;  //!< control points, (degree_u + 1)·(degree_v + 1), u first
  std::vector<double> weights;          //!< one per control point, above 0
};

[[nodiscard]] Eigen::Vector3d point_at(const BezierPatch& patch, double u, double v);

struct PatchMesh {
  TriangleMesh mesh;
  double error_mm = 0;  //!< of the mesh against the patches
};

//! Every patch cut into as many steps along u and v as the tolerance takes, at most so many that there are some `most_triangles`.
//! Patches with the same control points and weights along an edge, in either order, share its vertices; control points
//! within 1e-7 of the whole size are the same.
//!
//! The error is 1.5 times the largest distance between the middle of an edge and the patch there. On a triangle over which
//! the patch is quadratic, the error is at most 4/3 of that: its three barycentric products add up to 1/3, and each is 1/4
//! at its edge's middle. The rest is room for what is not quadratic within a step.
//! \pre at least one patch
[[nodiscard]] PatchMesh mesh_of(std::span<const BezierPatch> patches, double tolerance_mm,
                                std::size_t most_triangles = 200000);

}  // namespace intercusp
