// Skirts and bases: what closes an open scan, and is no anatomy.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/base.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Every boundary gets walls straight down to the base plane and a cap there; boundaries around holes and
//! inner margins get theirs the other way round, which takes their column out of the solid again, and are
//! remarked.
//!
//! The caps of an inner and an outer margin overlap, and so may the triangles of a cap whose outline crosses
//! itself, but all lie in the base plane: they cancel there, and the winding number of every point above the
//! plane is that of sheet and walls alone: the signed count of sheets above it minus those below it.
//!
//! The new faces go to the end; their vertices have label 0. They are not linked: \post the twins of the old
//! faces still say where the boundaries were.
void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks);

}  // namespace intercusp::repair
