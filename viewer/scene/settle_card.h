// What settling the bite did, in words: how far the jaw moved, what carries it, and the bite before and after.
#pragma once

#include <vector>

#include "viewer/app/app_state.h"
#include "viewer/scene/finding_card.h"

namespace intercusp::viewer {

//! Empty where the bite was not settled, or the jaw has been moved since.
[[nodiscard]] std::vector<CardLine> settle_card(const AppState& state);

}  // namespace intercusp::viewer
