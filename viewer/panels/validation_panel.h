// Proof: the map of this pose against ray tracing, and which stage of the stencil engine decides its pixels.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_validation_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
