// Extends a sheet: finer faces on its webs, faces across an opening; also finds its boundary.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "datasets/labelled_mesh.h"

namespace intercusp {

//! The vertices of a boundary, in the direction of its faces.
using Boundary = std::vector<std::uint32_t>;

//! The boundary; empty for a closed mesh.
//! \pre the mesh is a manifold with at most one boundary
[[nodiscard]] Boundary boundary_of(const TriangleMesh& mesh);

//! Fills the area between the two halves of a line of boundary vertices with rows of faces that join its k-th
//! vertex to its k-th last one. The line runs against the direction of the boundary's faces.
//! \param step_mm length of the new edges
//! \param height z at (x, y), mm
void fill_across(TriangleMesh& mesh, const Boundary& line, double step_mm,
                 const std::function<double(double x, double y)>& height);

//! Fills a flat, closed ring of boundary vertices, given in the direction of its faces, with rings that
//! shrink to its centre.
void fill_ring(TriangleMesh& mesh, const Boundary& ring, double step_mm);

//! Halves inner edges longer than `longest_mm` until none remains, and smooths there. A new vertex between
//! two labels takes the label that `choose` returns.
void halve_long_edges(LabelledMesh& surface, double longest_mm,
                      const std::function<int(const Eigen::Vector3d& point, int a, int b)>& choose);

}  // namespace intercusp
