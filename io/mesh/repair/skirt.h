// Skirts and bases: the added faces that close an open scan and are not anatomy.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/base.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Every boundary gets walls straight down to the base plane and a cap there. For boundaries around holes and inner
//! margins walls and cap have the opposite orientation, which removes their column from the solid again; they are
//! remarked.
//!
//! The caps of an inner and an outer margin overlap, and so may the triangles of a cap whose outline crosses
//! itself, but all lie in the base plane: they cancel there, and the winding number of every point above the
//! plane is that of sheet and walls alone: the signed count of sheets above it minus those below it.
//!
//! The new faces go to the end; their vertices have label 0. They are not linked: \post the twins of the old faces
//! still mark the former boundaries.
void close_boundaries(WorkingMesh& mesh, const BasePlane& base, RepairCounts& counts,
                      std::vector<Finding>& remarks);

}  // namespace intercusp::repair
