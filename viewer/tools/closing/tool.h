// First contact and closing to a depth, in the Bite step.
#pragma once

#include "viewer/app/tool.h"
#include "viewer/tools/closing/close_to_depth.h"

namespace intercusp::viewer {

//! Puts the jaw into first contact from the pose shown; a message names the teeth.
void bring_to_contact(const AppState& state, Actions& actions, ClosingWay approach);
//! In the background, about the hinge, until the deepest overlap by the document's measure is that deep. A message says what
//! was reached.  \param depth_mm clamped to 0 … most_closing_depth_mm
void close_jaws_to_depth(const AppState& state, Actions& actions, double depth_mm);

void draw_closing(const AppState& state, Actions& actions, WidgetState& widgets);

constexpr auto close_hinge = Text("Close about the hinge");
constexpr auto close_vertical = Text("Close straight up");

}  // namespace intercusp::viewer
