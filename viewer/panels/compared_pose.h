// Another named pose beside the present one: its map, and what differs tooth by tooth.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! The named poses with a choice to compare with each; below them the differences while a pose is compared.
void draw_named_poses(const AppState& state, Actions& actions, WidgetState& widgets);

//! Two maps of one size, each below its name.
struct ComparedBoxes {
  ViewBox present, other;
};
//! Beside each other, or one below the other in a high view. Writes the names.
[[nodiscard]] ComparedBoxes compared_boxes(const ViewBox& picture, const ComparedPose& comparison,
                                           Actions& actions);

}  // namespace intercusp::viewer
