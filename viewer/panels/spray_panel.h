// The Spray step: the nozzle, its passes, and what they cover.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_spray_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
