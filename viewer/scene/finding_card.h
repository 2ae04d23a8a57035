// What is found in the pose on screen, in words: one fact for each question that a clinician asks, each measure once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/case/registration.h"

namespace intercusp::viewer {

struct CardLine {
  std::string question, answer;
  std::optional<Light> light = {};  //!< before the answer
};

//! Overlap and where, teeth in contact by quadrant, balance; with an articulator's movements also first contact, guidance,
//! balancing contacts and how far the posterior teeth part.  \pre state.live
[[nodiscard]] std::vector<CardLine> finding_card(const AppState& state);
//! The part of it about the articulator's movements.  \pre state.articulated
[[nodiscard]] std::vector<CardLine> movements_card(const AppState& state);

}  // namespace intercusp::viewer
