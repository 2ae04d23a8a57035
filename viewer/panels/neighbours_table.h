// Neighbouring teeth of one jaw, in the Contacts step.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

void draw_neighbours(const AppState& state, Actions& actions);

}  // namespace intercusp::viewer
