// Parts that tools add to a step, beside the step's own panel.
#pragma once

#include "viewer/panels/widget_state.h"

namespace intercusp::viewer {

//! The part chosen in the step that is open; null: the step's own panel is shown.
[[nodiscard]] const StepPart* shown_part(const AppState& state, const WidgetState& widgets);

//! Opens the step with the first part that a tool adds to it.
void show_part(const AppState& state, WidgetState& widgets, PanelKind step);

//! Buttons above what scrolls; nothing where no tool adds a part.  \param own name of the step's own panel
void choose_part(const AppState& state, WidgetState& widgets, const char* own);

}  // namespace intercusp::viewer
