// The ways of the incisal point and of the condyles over a film, seen from the side, from the front and from above.
#pragma once

#include "viewer/app/app_state.h"
#include "viewer/panels/theme.h"

namespace intercusp::viewer {

//! \pre a film with paths
void draw_path_plots(const AppState& state);

}  // namespace intercusp::viewer
