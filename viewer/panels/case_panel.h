// The case panel: what to open, recent cases, the demo, repairs made by import, and suggested corrections.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
