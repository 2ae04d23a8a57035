// Cards over the 3D view: messages and background work.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

void draw_notices(const AppState& state, Actions& actions, const ViewBox& box);

}  // namespace intercusp::viewer
