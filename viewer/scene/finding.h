// The finding of a pose as text, for the foot of every view.
#pragma once

#include <string>
#include <vector>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

//! Smallest distance or clearance by the document's measure, interference, area and balance. Empty if nothing was measured.
[[nodiscard]] std::vector<std::string> finding_parts(const AppState& state);

//! Definition of these numbers.
[[nodiscard]] std::string finding_definition(const AppState& state);

}  // namespace intercusp::viewer
