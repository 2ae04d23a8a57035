// Holes in bodies are capped where they are; a margin, where a scan ends, stays open for skirt and base.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Caps every boundary except margins. A margin is long relative to the area of its component: length² ≥ 1.2 areas.
//! Measured on scans and aligner plans: at most 0.02 for holes, 0.2 to 0.6 for sockets, 2.4 to 8.9 for margins of
//! single crowns, 22 to 36 for those of whole scans. A rim on a closed tooth whose inside holds the rim's middle is a
//! socket, however long. Cracks (loops without width) are closed as well.
//!
//! Caps up to 3 mm across count as anatomy and have the least area over their rim (Barequet and Sharir 1995).
//! Wider ones are not anatomy: they go to the end of the faces. \return the number of faces that are anatomy.
std::size_t cap_holes(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

}  // namespace intercusp::repair
