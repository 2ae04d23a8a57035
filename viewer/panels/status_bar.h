// The status bar: the numbers that are always visible, each with its unit and measure.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

[[nodiscard]] float status_bar_height();

//! \pre a window as wide as the interface is open
//! \param software_renderer name of a software renderer ("llvmpipe"); empty with a graphics card
void draw_status_bar(const AppState& state, const std::string& software_renderer);

}  // namespace intercusp::viewer
