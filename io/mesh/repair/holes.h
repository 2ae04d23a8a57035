// Boundaries of the sheets, and patches over the small ones.
#pragma once

#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! The half-edges of a boundary in the order in which its faces run. After split_vertices a vertex is on one
//! loop.
using Loop = std::vector<std::uint32_t>;

//! In the order of their first half-edges.
[[nodiscard]] std::vector<Loop> boundary_loops(const WorkingMesh& mesh);
[[nodiscard]] double length_of(const WorkingMesh& mesh, const Loop& loop);

//! Patches loops of at most `small_hole_mm`, and cracks (loops without width) of any length; patches are the
//! least area over the loop and go to the end of the faces. A loop that is long against the area of its
//! component is where a sheet ends, however small, and is left open.
void fill_small_holes(WorkingMesh& mesh, double small_hole_mm, RepairCounts& counts);

}  // namespace intercusp::repair
