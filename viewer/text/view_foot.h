// Text of the strips below the views.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text bar_title("Clearance, mm");
constexpr Text bar_overlap("Overlap");
constexpr Text bar_gap("Gap");

}  // namespace intercusp::viewer::text
