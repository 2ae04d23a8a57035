// The menus, and the windows that they open: files, keys, about.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! \return its height
float draw_menu_bar(const AppState& state, Actions& actions, WidgetState& widgets);

//! \param renderer what draws, for bug reports
void draw_dialogues(const AppState& state, Actions& actions, WidgetState& widgets,
                    const std::string& renderer);

//! Under its name where it has one, else asks for one.
void save(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
