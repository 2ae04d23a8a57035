// The finding of a pose in words, for the foot of every view.
#pragma once

#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

//! Least distance or clearance by the document's measure, interference, area and balance: parts of one line.
//! Empty where nothing was measured.
[[nodiscard]] std::vector<std::string> finding_parts(const AppState& state);

//! What those numbers are.
[[nodiscard]] std::string finding_definition(const AppState& state);

}  // namespace intercusp::viewer
