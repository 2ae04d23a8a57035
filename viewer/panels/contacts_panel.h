// Contacts: threshold and measure, balance, teeth and patches, and how they changed while the jaw moved.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_contacts_panel(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
