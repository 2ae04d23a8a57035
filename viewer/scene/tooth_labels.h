// Tooth numbers beside the teeth of the 3D view.
#pragma once

#include "viewer/scene/pen.h"

namespace intercusp::viewer {

//! FDI numbers of the jaws that are shown: around the arch seen from the bite, towards the roots seen from
//! aside. Teeth that stand behind others of their jaw, or whose place is taken, get none.
void draw_tooth_labels(Pen& pen, const AppState& state, const Camera& camera);

}  // namespace intercusp::viewer
