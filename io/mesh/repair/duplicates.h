// Removes duplicate triangles: a file joined with its copy, or a sheet saved from both sides.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Connected extra copies are dropped together if that does not add open edges; the first copy stays. Two coincident
//! closed shells of the same orientation stay two, and so does a wall between two bodies; of a closed shell saved from
//! both sides one is kept. \pre the faces are not connected yet (no twins).
void drop_duplicates(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

}  // namespace intercusp::repair
