// First step of repair: drops vertices that are not finite and merges vertices at one place.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Vertices of one file are merged where all coordinates are equal (0 and -0 are). If labels at one place differ, a
//! tooth's label wins over 0 and the smaller over the greater. Faces whose vertices became equal are counted as
//! collapsed. \throw RepairError for a face that reaches beyond a kilometre: areas and volumes would lose all digits.
[[nodiscard]] WorkingMesh weld(const RawMesh& raw, RepairCounts& counts);

//! Of two labels at one place: a tooth's before 0, the smaller before the greater.
[[nodiscard]] int merged_label(int a, int b);

}  // namespace intercusp::repair
