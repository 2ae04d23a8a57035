// The export panel.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! Goes to the panel with the picture of the film's charts chosen.
void offer_film_picture(WidgetState& widgets);

void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
