// The pictures on buttons, drawn with a few lines each, and the program's icon.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace intercusp::viewer {

enum class Icon {
  folder,
  bite,
  contact,
  motion,
  report,
  undo,
  redo,
  front,
  from_right,
  from_left,
  upper_arch,
  lower_arch,
  fit,
  upper_teeth,
  lower_teeth,
  settings
};

//! In a square of that side around a point.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float side, ImU32 ink);

//! A square button with a picture; `on` marks it as chosen.
[[nodiscard]] bool icon_button(const char* id, Icon icon, bool on, const std::string& explanation);

using IconPixel = std::array<std::uint8_t, 4>;  //!< red, green, blue, opacity

//! The program's icon, row by row from the top left: two crowns that meet in one contact, as packaging/linux/intercusp.svg has
//! them.
[[nodiscard]] std::vector<IconPixel> window_icon(int side_px);

}  // namespace intercusp::viewer
