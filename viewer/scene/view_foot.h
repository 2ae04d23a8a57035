// The strip below a view: its legend and, in saved pictures, the finding and what the numbers mean.
#pragma once

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

[[nodiscard]] bool shows_teeth(const AppState& state);
[[nodiscard]] bool shows_compass(const AppState& state);

//! Height that the words need in a strip as wide as the canvas, px.
[[nodiscard]] double foot_height(const DrawListCanvas& canvas, const AppState& state, PictureOf what,
                                 Caption caption);
//! \pre the canvas is the strip
void draw_foot(DrawListCanvas& canvas, const AppState& state, PictureOf what, Caption caption);

}  // namespace intercusp::viewer
