// The range of the colours: a padlock in the strip below the 3D view, and sliders behind it.
#pragma once

#include "viewer/app/actions.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! \param foot of the 3D view, whose window is being drawn
void draw_range_button(const AppState& state, Actions& actions, const ViewBox& foot);

}  // namespace intercusp::viewer
