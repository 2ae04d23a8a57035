// The 3D view: mouse and handles, the annotated picture of the scene, and what lies under the cursor.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! Handles the mouse, before any number of this frame is drawn, so that the numbers belong to the pose shown.
//! \pre the window of the view is open (ImGui::Begin)
void follow_mouse(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box);

//! What tools have begun with the mouse: Escape, or another case.
void cancel_mouse(const AppState& state, WidgetState& widgets);

//! Draws the scene as the state is now. \param at_rest how finely while nothing moves
//! \return whether another frame would make it better
bool draw_scene_view(const AppState& state, SceneRenderer& renderer, WidgetState& widgets,
                     const ViewParts& parts, SceneRenderer::Effort at_rest);

}  // namespace intercusp::viewer
