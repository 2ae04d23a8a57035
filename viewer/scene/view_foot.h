// The strip below a view: its legend and, in saved pictures, the finding and what the numbers mean.
#pragma once

#include <string>
#include "viewer/scene/annotations.h"
#include "viewer/scene/surface_paint.h"

namespace intercusp::viewer {

[[nodiscard]] bool shows_teeth(const AppState& state);
//! Whether the strip below the 3D view has the legend of the paint.
[[nodiscard]] bool shows_paint(const AppState& state);

//! Room for the button of the range, before the mark at the end of a strip that explains; multiples of the text size.
constexpr double range_button_em = 1.9;

//! Height that the words need in a strip as wide as the canvas, px.
[[nodiscard]] double foot_height(const DrawListCanvas& canvas, const AppState& state, PictureOf what,
                                 Caption caption);
//! \pre the canvas is the strip
void draw_foot(DrawListCanvas& canvas, const AppState& state, PictureOf what, Caption caption);

}  // namespace intercusp::viewer
