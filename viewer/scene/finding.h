// What is found in the pose on screen, in words: for the foot of every view, the status bar and the card of findings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/case/rest_reading.h"

namespace intercusp::viewer {

//! Least distance or depth, contact area and balance by the document's measure. Empty if nothing was measured.
[[nodiscard]] std::vector<std::string> finding_parts(const AppState& state);

//! Definition of these numbers.
[[nodiscard]] std::string finding_definition(const AppState& state);

//! "0.235 mm deep", "touching", "0.150 mm", "more than 0.5 mm".
[[nodiscard]] std::string least_words(const ShownFigures& figures);
//! "75.26 mm²"; "≈ 75.3 mm²" while the jaw moves; "no contact".
[[nodiscard]] std::string area_words(const ShownFigures& figures);
//! "95 %: 57.4 to 92.5 mm²"; empty until it is measured.
[[nodiscard]] std::string area_interval_words(const ShownFigures& figures);
//! The interval of the surface distance or clearance: "95 %: 0.015 to 0.120 mm".
[[nodiscard]] std::string least_interval_words(const ShownFigures& figures);
//! "R 52 %" and "L 48 %"; empty without balance.
[[nodiscard]] std::vector<std::string> balance_words(const ShownFigures& figures);
//! "16? / 46"; "46" while the jaw moves; "right posterior" where neither jaw has numbers.
[[nodiscard]] std::string teeth_words(const AppState& state, const ContactPair& pair);
//! The light for the pose at rest; empty until the pose is read.
[[nodiscard]] std::optional<Registration> registration_shown(const AppState& state);
//! "Plausible".
[[nodiscard]] std::string light_text(Light light);
//! Whether the numbers are the report's.
[[nodiscard]] std::string standing_words(const AppState& state);

// What is found in the pose on screen, in words: one fact for each question that a clinician asks, each measure once.

struct CardLine {
  std::string question, answer;
  std::optional<Light> light = {};  //!< before the answer
};

//! Overlap and where, teeth in contact by quadrant, balance, and what tools find.  \pre state.live
[[nodiscard]] std::vector<CardLine> finding_card(const AppState& state);

}  // namespace intercusp::viewer
