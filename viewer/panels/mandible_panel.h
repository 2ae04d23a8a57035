// The mandible panel: position, hinge, articulator, first contact, undo and named poses.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_mandible_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
