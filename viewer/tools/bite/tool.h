// The bite of two jaws that were exported without one, in the Case step: found by buccal scans or by the arches, a list of
// candidates to step through, and the one chosen as the pose of the case.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/registration/find_bite.h"
#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! The document's part.
struct BiteSearch {
  std::vector<std::string> buccal;  //!< paths of the scans taken from the cheek
  std::shared_ptr<const FoundBite>
      found;  //!< with these scans, its figures alone; null: nothing was sought yet
  bool operator==(const BiteSearch&) const = default;
};
[[nodiscard]] BiteSearch bite_search(const AppState& state);

//! In the background, as `intercusp bite` does. Where the bite is determined the jaw goes there; where it is not, the
//! panel says why.
void find_bite(const AppState& state, Actions& actions);

//! Puts the jaw there.  \param index from 0, best first
void show_candidate(const AppState& state, Actions& actions, std::size_t index);
//! The candidate in whose pose the jaw stands.
[[nodiscard]] std::optional<std::size_t> candidate_shown(const AppState& state);

//! Each is a step of undo, and what was found with other scans goes.
void add_buccal_scan(const AppState& state, Actions& actions, const std::string& file);
void remove_buccal_scan(const AppState& state, Actions& actions, std::size_t index);

//! Whether the jaws are in no bite as they were opened: far apart, or deeper in each other than any bite is.
[[nodiscard]] bool opened_without_bite(const AppState& state);

//! The document's entry of a session; left out where nothing was added or found.
void bite_entries(JsonRecord& json, Document& document);

void draw_bite(const AppState& state, Actions& actions, WidgetState& widgets);
//! Where the findings say that the jaws are in no bite.
void offer_bite(const AppState& state, Actions& actions, WidgetState& widgets);

}  // namespace intercusp::viewer
