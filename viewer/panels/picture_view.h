// A tool's picture beside the 3D view.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! The picture of the first tool that has one, or null.
[[nodiscard]] const SidePicture* side_picture_of(const AppState& state);

//! \pre there is one
void draw_picture_view(const AppState& state, WidgetState& widgets, const ViewBox& box);

}  // namespace intercusp::viewer
