// Dragging the section's plane where the other views show it.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! Begins where the left button is pressed on the trace, moves the section and ends; of the last item.
//! \param trace empty: the view does not show it  \return whether the mouse is on it or holds it
bool drag_section(const AppState& state, Actions& actions, std::optional<SectionDrag>& drag,
                  const std::optional<SectionTrace>& trace);

}  // namespace intercusp::viewer
