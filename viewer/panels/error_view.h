// The error map: how far the clearance map is from ray tracing, pixel by pixel.
#pragma once

#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! \pre there is a validation
void draw_error_view(const AppState& state, WidgetState& widgets, const ViewBox& box);

}  // namespace intercusp::viewer
