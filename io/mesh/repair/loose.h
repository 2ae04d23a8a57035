// Crumbs that a scanner leaves beside the teeth.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Drops components below this share of the area of their file. Where that would be more than half of the area,
//! nothing is dropped and it is remarked. \throw RepairError where the mesh is thousands of such pieces: its
//! faces do not meet in common vertices.
void drop_loose_components(WorkingMesh& mesh, double share, RepairCounts& counts,
                           std::vector<Finding>& remarks);

}  // namespace intercusp::repair
