// Asking the desktop for a file without stopping the viewer.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! Opens the desktop's dialogue, in place of one that is open. \param chosen called with at least one path
void ask_files(AskedFiles& asked, const platform::FileWish& wish,
               std::function<void(const std::vector<std::string>&)> chosen);

//! Once a frame: takes up what was chosen.
void follow_dialogue(AskedFiles& asked);

}  // namespace intercusp::viewer
