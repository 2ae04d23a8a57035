// A card of findings as a table: what is asked on the left, the answer on the right.
#pragma once

#include <span>

#include "viewer/panels/theme.h"
#include "viewer/scene/finding_card.h"

namespace intercusp::viewer {

void draw_card(const Theme& theme, const char* id, std::span<const CardLine> card);

}  // namespace intercusp::viewer
