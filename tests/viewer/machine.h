// The machine that tests of the viewer run on, whatever this one has: no file dialogs, no settings, the golden pictures' typeface.
#pragma once

#include "viewer/platform/machine.h"

namespace intercusp::testing {

//! Of Debian's fonts-open-sans, which ./run installs.
inline const std::filesystem::path font = "/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf";

inline viewer::platform::Machine bare_machine() { return {.font = font}; }

}  // namespace intercusp::testing
