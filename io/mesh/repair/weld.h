// First step of repair: what is not finite goes, vertices at one place become one.
#pragma once

#include "io/mesh/mesh_report.h"
#include "io/mesh/raw_mesh.h"
#include "io/mesh/repair/mesh.h"

namespace intercusp::repair {

//! Vertices of one file are merged where all coordinates are equal (0 and -0 are). Of different labels at one place a
//! tooth's counts before 0, and the smaller before the greater. Faces whose vertices became equal are counted
//! as collapsed. \throw RepairError for a face that reaches beyond a kilometre: areas and volumes would lose
//! all digits.
[[nodiscard]] WorkingMesh weld(const RawMesh& raw, RepairCounts& counts);

//! Of two labels at one place: a tooth's before 0, the smaller before the greater.
[[nodiscard]] int merged_label(int a, int b);

}  // namespace intercusp::repair
