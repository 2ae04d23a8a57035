// What is found in the pose on screen, in words: one fact for each question that a clinician asks, each measure once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/case/rest_reading.h"

namespace intercusp::viewer {

struct CardLine {
  std::string question, answer;
  std::optional<Light> light = {};  //!< before the answer
};

//! Overlap and where, teeth in contact by quadrant, balance, and what tools find.  \pre state.live
[[nodiscard]] std::vector<CardLine> finding_card(const AppState& state);

}  // namespace intercusp::viewer
