// The map view: the clearance map as a flat picture to zoom into, with a tooltip for each pixel.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! \pre a case is open and the renderer has followed the state
void draw_map_view(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
                   const ViewParts& parts);

//! That of the pose compared with, enlarged as the present one.  \pre as above
void draw_compared_map(const AppState& state, LiveBite& other, SceneRenderer& renderer, WidgetState& widgets,
                       const ViewBox& box);

}  // namespace intercusp::viewer
