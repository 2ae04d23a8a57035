// A tool of the viewer: one analysis with its panels, what it computes in the background and what it keeps of the open case.
// The viewer knows no tool; viewer/tools/all.cpp lists them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "viewer/app/actions.h"

namespace intercusp::viewer {

struct CardLine;   // viewer/scene/finding_card.h
class JsonRecord;  // viewer/app/json_record.h
struct WidgetState;

//! Where a tool draws: in a step of the rail, below the step's own panel, or within a panel.
enum class PanelPlace {
  contacts_step,
  below_findings,  //!< in words, of the Contacts step
  motion_step,
  films,            //!< buttons that play one
  film_charts,      //!< of the open film
  motion_settings,  //!< at the foot of the Motion step
};

struct PanelPart {
  PanelPlace place;
  void (*draw)(const AppState&, Actions&, WidgetState&);  //!< \pre a case is open
};

//! Null where a tool has nothing to say.
struct Tool {
  std::span<const PanelPart> panels;
  //! What it finds in the pose shown, for the findings in words.
  std::vector<CardLine> (*card)(const AppState&) = nullptr;
  //! Says which values it wants of the case as it is now; called after each change.
  void (*want)(AppState&) = nullptr;
  //! Begins to compute a value that is due.  \return whether it did
  bool (*begin)(AppState&, Actions&) = nullptr;
  //! Reads or writes its entries of a session.
  void (*entries)(JsonRecord&, Document&) = nullptr;
  //! Plays a film of it, which `view --measure` times.
  void (*play)(const AppState&, Actions&) = nullptr;
};

}  // namespace intercusp::viewer
