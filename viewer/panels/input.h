// What the keys do. Keys have GLFW's numbers, with or without a window.
#pragma once

#include <optional>
#include <span>

#include "io/language/language.h"
#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! GLFW's numbers, which are the letters' own for printable keys (window.cpp checks them).
enum Key : int {
  key_space = 32,
  key_apostrophe = 39,
  key_slash = 47,
  key_0 = 48,
  key_1 = 49,
  key_a = 65,
  key_left_bracket = 91,
  key_right_bracket = 93,
  key_escape = 256,
  key_enter = 257,
  key_tab = 258,
  key_backspace = 259,
  key_insert = 260,
  key_delete = 261,
  key_right = 262,
  key_left = 263,
  key_down = 264,
  key_up = 265,
  key_page_up = 266,
  key_page_down = 267,
  key_home = 268,
  key_end = 269,
  key_f1 = 290,
  key_f6 = 295,
  key_f11 = 300,
  key_keypad_enter = 335,
};

//! Sets Dear ImGui's key map, for its keyboard navigation.
void map_keys();

//! Ctrl and F keys work everywhere; other keys unless text is being typed, digits unless an item of the panel has the
//! keyboard's highlight; arrows and space, which navigation uses too,
//! only when a view has the focus. F6 switches between view and panel.
void follow_keys(const AppState& state, Actions& actions, WidgetState& widgets);

struct KeyHelp {
  Text keys;
  Text effect;
};
[[nodiscard]] std::span<const KeyHelp> key_help();

//! What lay under the mouse in a frame; 0: nothing to click.
struct UnderMouse {
  unsigned item = 0;
  double x = 0, y = 0;
};
[[nodiscard]] UnderMouse under_mouse();  //!< in the frame laid out last

//! Whether a press acts on what its user saw. Frames take up to 0.2 s in software, and work that ends meanwhile may put another
//! panel there.
//! \param seen in the frame that was on the screen when it was made; nothing: none was yet
//! \param now in the frame laid out last, with the mouse at the place of the press
[[nodiscard]] bool finds_what_was_seen(const std::optional<UnderMouse>& seen, const UnderMouse& now);

}  // namespace intercusp::viewer
