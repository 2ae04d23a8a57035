// The simulated machine of the viewer's tests, independent of the real one: no file dialogs, no settings, the golden
// pictures' typeface.
#pragma once

#include "viewer/platform/machine.h"

namespace intercusp::testing {

//! Of Debian's fonts-open-sans, which ./run installs.
inline const std::filesystem::path font = "/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf";

inline viewer::platform::Machine bare_machine() { return {.font = font}; }

}  // namespace intercusp::testing
