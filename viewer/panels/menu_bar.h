// The menus and their dialogues: files, keys, about.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! \return its height
float draw_menu_bar(const AppState& state, Actions& actions, WidgetState& widgets);

//! \param renderer OpenGL's name of itself, for bug reports; empty: not told
void draw_dialogues(const AppState& state, Actions& actions, WidgetState& widgets,
                    const std::string& renderer);

//! Saves under the session's file name, or asks for one.
void save(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
