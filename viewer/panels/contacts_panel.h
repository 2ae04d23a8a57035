// The contacts panel: threshold and measure, balance, teeth, patches, and their course while the jaw moved.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_contacts_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
