// Collapses faces without area. Dropping them would open a closed mesh.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Moves the middle vertex of every face without area to the nearer of the other two, until no such face is
//! left. Where a mesh was closed it stays closed. All faces that vanish are counted. \pre the faces are not
//! connected yet (no twins).
void collapse_faces_without_area(WorkingMesh& mesh, RepairCounts& counts);

//! True if the area is within rounding of three collinear points.
[[nodiscard]] bool has_no_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace intercusp::repair
