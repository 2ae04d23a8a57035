// The articulator in the Motion step: its movements as sliders, and its settings.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! \pre a case is open, both
void draw_articulator_movements(const AppState& state, Actions& actions);
void draw_articulator_settings(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
