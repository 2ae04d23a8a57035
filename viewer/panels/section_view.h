// The cross-section view, with a ruler.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! \pre a case is open
void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box);

}  // namespace intercusp::viewer
