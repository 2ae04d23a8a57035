// What the program tells of itself beside the views, never over them: the work under way and messages at the foot of the
// side panel, and a banner above the 3D view where upper and lower look exchanged.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! Height that work and messages need in a panel of this width, at most 40 % of its height; 0: there are none.
[[nodiscard]] float notices_height(const AppState& state, float width, float panel_height);
void draw_notices(const AppState& state, Actions& actions, float height);

//! 0 where nothing says that the jaws are exchanged, or the user has closed the banner.
[[nodiscard]] float banner_height(const AppState& state, const WidgetState& widgets, float width);
void draw_banner(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box);

}  // namespace intercusp::viewer
