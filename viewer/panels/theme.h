// How the interface looks: colours, roundings and spaces of the dark and the light theme, and its typeface.
#pragma once

#include <imgui.h>

namespace intercusp::viewer {

//! Colours beyond those of Dear ImGui's style.
struct Theme {
  ImVec4 muted;        //!< captions, units, what matters less
  ImVec4 good, bad;    //!< no interference; interference and problems
  ImVec4 accent;       //!< what is chosen
  ImVec4 right, left;  //!< the patient's sides in balance bars
  ImVec4 canvas;       //!< behind map and section
};
[[nodiscard]] Theme theme_of(bool dark);

//! Sets Dear ImGui's style. \param font_px height of the type in points of the window: all spaces follow it
void apply_theme(bool dark, float font_px);

//! Fills the atlas with the interface's typeface at that height, and a larger cut for the numbers in sight.
//! The caller renews the atlas's texture. \param density framebuffer pixels a point
void load_fonts(float font_px, float density);
[[nodiscard]] ImFont* large_font();  //!< \pre load_fonts was called

}  // namespace intercusp::viewer
