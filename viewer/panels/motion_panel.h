// The motion panel: recorded tracks and articulator movements, played over time.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_motion_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
