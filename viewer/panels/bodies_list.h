// Bodies of a formula in the Case step: what they are and how they stand to the jaws.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_bodies_list(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
