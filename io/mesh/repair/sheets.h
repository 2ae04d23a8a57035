// Converts a list of faces to sheets: each edge joins two faces or bounds one, each vertex has one ring of
// faces, and neighbours have the same orientation.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Joins open edges that lie on each other within 0.002 mm (seams.h), then turns faces to agree with their neighbours
//! (the majority of the file's own orientation wins in each patch) and pairs the faces around edges that have more than
//! two, so that each pair bounds one sheet. Edges without a partner become boundaries. Fills mesh.twin and mesh.turned.
//! \throw RepairError where a surface has one side only, with a place on it.
void connect_sheets(WorkingMesh& mesh, RepairCounts& counts);

//! Gives each ring of faces its own vertex, and each pair of faces its own edge: where two sheets share an
//! edge and both its ends, one of them gets a vertex in the middle. \pre connected by connect_sheets.
void split_vertices(WorkingMesh& mesh, RepairCounts& counts);

}  // namespace intercusp::repair
