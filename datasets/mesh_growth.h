// Growing a sheet: finer faces over its webs, faces across an opening, and its boundary.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "datasets/labelled_mesh.h"

namespace intercusp {

//! The vertices of a boundary, in the direction of its faces.
using Boundary = std::vector<std::uint32_t>;

//! Empty for a closed mesh. \pre the mesh is a manifold with one boundary at most.
[[nodiscard]] Boundary boundary_of(const TriangleMesh& mesh);

//! Fills the area between the two halves of a line of boundary vertices: rows of faces join its k-th vertex with
//! its k-th last. The line runs against the direction of the boundary's faces.
//! \param step_mm length of the new edges. \param height z over (x, y), mm.
void fill_across(TriangleMesh& mesh, const Boundary& line, double step_mm,
                 const std::function<double(double x, double y)>& height);

//! Fills a flat, closed ring of boundary vertices, given in the direction of its faces, with rings that shrink to its
//! centre.
void fill_ring(TriangleMesh& mesh, const Boundary& ring, double step_mm);

//! Halves inner edges longer than `longest_mm` until none remains, and smooths there. A new vertex between two labels
//! gets the one that `choose` names.
void halve_long_edges(LabelledMesh& surface, double longest_mm,
                      const std::function<int(const Eigen::Vector3d& point, int a, int b)>& choose);

}  // namespace intercusp
