// Text of the frame around panels and views: the rail of steps, the bar of views.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto step_report = Text("Report");

constexpr auto leave_full_screen = Text("Leave full screen (Esc)");

}  // namespace intercusp::viewer::text
