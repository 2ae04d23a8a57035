// The end of the display server while the program has a window.
#pragma once

#include <functional>

namespace intercusp::viewer::platform {

//! From now on the end of the X server calls `last_words` on the thread that meets it, and ends the program with this exit status;
//! Xlib's own is 1. Nothing may be drawn any more. Does nothing without Xlib.
void at_end_of_display(int exit_status, std::function<void()> last_words);

}  // namespace intercusp::viewer::platform
