// The validation panel: the map of this pose against ray tracing, and the stages of the stencil engine.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_validation_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
