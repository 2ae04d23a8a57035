// The case: files and folders to open, recent ones, the demo, what import repaired, and what looks wrong with
// its mends.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
