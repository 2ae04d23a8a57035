// The export panel.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
