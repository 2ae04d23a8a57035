// A tool of the viewer: one analysis with its panel, what it computes in the background and what it keeps of the open case.
// The viewer knows no tool; viewer/tools/all.cpp lists them.
#pragma once

#include "viewer/app/actions.h"

namespace intercusp::viewer {

struct WidgetState;

struct Tool {
  PanelKind step = PanelKind::the_case;  //!< of the rail; its panel is below the step's own
  void (*panel)(const AppState&, Actions&, WidgetState&) = nullptr;
  //! Says which values it wants of the case as it is now; called after each change.
  void (*want)(AppState&) = nullptr;
  //! Begins to compute a value that is due.  \return whether it did
  bool (*begin)(AppState&, Actions&) = nullptr;
};

}  // namespace intercusp::viewer
