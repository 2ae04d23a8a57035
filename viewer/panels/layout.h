// Where the parts of the interface lie in the window.
#pragma once

#include <optional>

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

struct Layout {
  ViewBox rail, panel, bar, scene, border;
  ViewBox second;  //!< the map or the section; of no width where not shown
  ViewBox status;
};

//! A strip of this height, taken from the top of the 3D view.
[[nodiscard]] ViewBox taken_from_scene(Layout& layout, float height);

//! What is as high or wide as its text.
struct Bars {
  float menu_height = 0, rail_width = 0, view_bar_height = 0, status_height = 0;
};

//! The rail and the panel on the left, the 3D view in the middle below its bar, the second view on its right (below it in
//! narrow windows), the numbers along the bottom. Whole points, so that pictures are not blurred.
//! Width over height of what the two views show.
struct Shapes {
  float scene = 1.6F, second = 1.2F;
};

//! The size of the letters on a view: smaller on a small one, to leave room for what it shows.
[[nodiscard]] float type_for(const ViewBox& box, float font_px);

//! The views stand side by side or one above the other, whichever shows more of both.
//! \param second_share of the room for views; empty: by the shapes
[[nodiscard]] Layout lay_out(float width, float height, const Bars& bars, float font_px, bool two_views,
                             std::optional<float> second_share, const Shapes& shapes = {});

//! The 3D view alone, its bar above and the numbers below.
[[nodiscard]] Layout lay_out_full_screen(float width, float height, const Bars& bars, float font_px);

}  // namespace intercusp::viewer
