// The base of a study model: a sheet poured in plaster and trimmed.
#pragma once

#include "datasets/labelled_mesh.h"
#include "occlusion/base/jaw.h"

namespace intercusp {

//! Closes the sheet by a ledge, upright walls along a trimmed outline, and a flat bottom at least 12 mm from the
//! sheet's boundary. The base's labels are 0. Case frame.
//! \pre the sheet is a manifold whose one boundary runs round it (no opening between its sides).
void add_plaster_base(LabelledMesh& surface, Jaw jaw);

}  // namespace intercusp
