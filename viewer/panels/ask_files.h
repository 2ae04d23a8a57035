// Opens the desktop's file dialogue without blocking the viewer.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! Opens the dialogue, replacing one that is open.
//! \pre asked.program is not empty
//! \param chosen called with at least one path
void ask_files(AskedFiles& asked, const platform::FileWish& wish,
               std::function<void(const std::vector<std::string>&)> chosen);

//! Once per frame: handles what was chosen.
void follow_dialogue(AskedFiles& asked);

}  // namespace intercusp::viewer
