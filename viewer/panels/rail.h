// The rail at the left edge: the steps of the work from the case to the report, undo and redo.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

[[nodiscard]] float rail_width();
//! \pre a window of that width is open
void draw_rail(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
