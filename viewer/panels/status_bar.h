// The status bar: the numbers that are always visible, each with its unit and measure.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

[[nodiscard]] float status_bar_height();

//! \pre a window as wide as the interface is open
//! \param software_renderer name of a software renderer ("llvmpipe"); empty with a graphics card
void draw_status_bar(const AppState& state, const std::string& software_renderer);

//! For the patient: the finding alone, in large letters and one line.
void draw_finding_line(const AppState& state);

}  // namespace intercusp::viewer
