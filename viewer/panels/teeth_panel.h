// The Teeth panel: which teeth were found, which are not sure, and their correction.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_teeth_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
