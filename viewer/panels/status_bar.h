// The numbers that are always in sight, each with its unit and measure.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

[[nodiscard]] float status_bar_height();

//! \pre a window as wide as the interface is open. \param renderer who draws: "llvmpipe"; empty: a graphics
//! card, and nothing is said
void draw_status_bar(const AppState& state, const std::string& software_renderer);

}  // namespace intercusp::viewer
