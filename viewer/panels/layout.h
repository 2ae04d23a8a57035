// Where the parts of the interface lie in the window.
#pragma once

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

struct Layout {
  ViewBox panel, scene, border, second,
      status;  //!< `second`: the map or the section; of no width where not shown
};

//! A strip of this height, taken from the top of the 3D view.
[[nodiscard]] ViewBox taken_from_scene(Layout& layout, float height);

//! The panel on the left, the 3D view in the middle, the second view on its right (below it in narrow windows), the numbers
//! along the bottom. Whole points, so that pictures are not blurred.
//! \param second_share of the room for views
[[nodiscard]] Layout lay_out(float width, float height, float menu_height, float status_height, float font_px,
                             bool two_views, float second_share);

}  // namespace intercusp::viewer
