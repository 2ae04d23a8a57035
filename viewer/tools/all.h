// All tools of the viewer.
#pragma once

#include <span>

#include "viewer/app/tool.h"

namespace intercusp::viewer {

//! In the order in which a step shows their panels.
[[nodiscard]] std::span<const Tool* const> all_tools();

}  // namespace intercusp::viewer
