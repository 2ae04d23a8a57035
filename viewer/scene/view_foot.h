// The strip below a view: its legend and, in saved pictures, the finding and what the numbers mean.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! A colour and what it stands for.
using Swatch = std::pair<Rgb, std::string>;
//! Of the movements that contacts belong to.
[[nodiscard]] std::vector<Swatch> compass_swatches();

[[nodiscard]] bool shows_teeth(const AppState& state);
[[nodiscard]] bool shows_compass(const AppState& state);
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
