// Normals point out of the body.
#pragma once

#include <string>
#include <vector>

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Closed components get a positive volume, so that overlapping parts are all outward. One that lies strictly
//! inside another and runs against it in the file is a cavity and stays one.
//!
//! Open components keep the orientation of the majority of their faces in the file. Where that says nothing (one face
//! in ten was turned), a sheet is assumed to bulge outward, as teeth rise above the margin of a scan. turn_to_bite
//! decides in the end.
void turn_outward(WorkingMesh& mesh, RepairCounts& counts);

//! Turns open components that, closed towards a base below the whole jaw, would have a negative volume.
//! \return the bite's direction: the unit sum of the area vectors of all open components; zero where none is
//! open.
Eigen::Vector3d turn_to_bite(WorkingMesh& mesh, RepairCounts& counts, std::vector<Finding>& remarks);

}  // namespace intercusp::repair
