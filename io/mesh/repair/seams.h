// Merges open edges that coincide up to the rounding of a file.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Twice the accuracy of a map (docs/ACCURACY.md): joining moves surfaces by less than the accuracy of results.
inline constexpr double seam_mm = 0.002;

//! Vertices of one file that lie on open edges and within `seam_mm` of each other become the first of them, where that
//! closes open edges that run in opposite directions, gives no edge more than two faces and leaves each face three
//! corners. Labels are merged as by weld.
//! \param table the edges of this mesh
//! \return whether vertices became one, which makes the table invalid
bool join_seams(WorkingMesh& mesh, const EdgeTable& table, RepairCounts& counts);

}  // namespace intercusp::repair
