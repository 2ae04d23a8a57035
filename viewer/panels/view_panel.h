// The view panel: jaws, colours, contours, section, appearance.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_view_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
