// The motion panel: recorded tracks and articulator movements, played over time.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! Pairs of teeth over time, guidance, curves and paths of the film.  \pre a film is open
void draw_film_charts(const AppState& state, Actions& actions);

void draw_motion_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
