// The stable bite near the pose shown, in the Bite step.
#pragma once

#include <memory>

#include "occlusion/motion/seating/settle.h"
#include "viewer/app/tool.h"
#include "viewer/scene/finding.h"

namespace intercusp::viewer {

//! In the background, into stable intercuspation, as `intercusp settle` does. A message says what was reached.
void settle(const AppState& state, Actions& actions);

//! What settling the bite did: how far the jaw moved, what carries it, and the bite before and after. Empty where the bite
//! was not settled, or the jaw has been moved since.
[[nodiscard]] std::vector<CardLine> settle_card(const AppState& state);

}  // namespace intercusp::viewer
