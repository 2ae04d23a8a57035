// The bar above the 3D view: where to look from, which jaws are shown, and the view's settings.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

[[nodiscard]] float view_bar_height();
//! \pre a window of that height is open
void draw_view_bar(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
