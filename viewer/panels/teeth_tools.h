// What the mouse does to the teeth in the 3D view while the Teeth panel is open.
#pragma once

#include <imgui.h>

#include "viewer/panels/widget_state.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! Selects, splits or adds, by the tool chosen.
void click_on_teeth(const AppState& state, Actions& actions, TeethWidgets& teeth,
                    const std::optional<Picked>& picked);

//! Whether a drag with the left button is a stroke of the brush.
[[nodiscard]] bool brush_paints(const AppState& state, const TeethWidgets& teeth);
void begin_stroke(const AppState& state, TeethWidgets& teeth, const std::optional<Picked>& picked);
void continue_stroke(const AppState& state, TeethWidgets& teeth, const std::optional<Picked>& picked);
void end_stroke(const AppState& state, Actions& actions, TeethWidgets& teeth);

//! The brush, its stroke and the first point of a split.
void draw_teeth_tool(ImDrawList& list, const ViewBox& box, const AppState& state, const TeethWidgets& teeth);

//! The numbers of the jaw that was clicked to add a tooth, in the window in which the click was followed.
void draw_tooth_chart(const AppState& state, Actions& actions, TeethWidgets& teeth);

}  // namespace intercusp::viewer
