// Colours, rounding and spacing of the dark and the light theme, and the typeface.
#pragma once

#include <imgui.h>

#include <filesystem>

namespace intercusp::viewer {

//! Colours beyond those of Dear ImGui's style.
struct Theme {
  ImVec4 muted;                //!< captions, units and details
  ImVec4 good, bad;            //!< no interference; interference and problems
  ImVec4 accent;               //!< what is chosen
  ImVec4 warning, on_warning;  //!< ground of a banner, and its letters
  ImVec4 right, left;          //!< the patient's sides in balance bars, blue and orange as in the report
  ImVec4 canvas;               //!< behind map and section
};
[[nodiscard]] Theme theme_of(bool dark);

//! Sets Dear ImGui's style.  \param font_px text size in points of the window; all spacing follows it
void apply_theme(bool dark, float font_px);

//! Fills the atlas with the typeface in that size and a larger one for the status bar. The caller renews the atlas's
//! texture.  \param density framebuffer pixels per point
void load_fonts(const std::filesystem::path& font, float font_px, float density);
[[nodiscard]] ImFont* large_font();  //!< \pre load_fonts was called

}  // namespace intercusp::viewer
