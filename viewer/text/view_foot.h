// Text of the strips below the views.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text bar_overlap("Overlap");
constexpr Text bar_gap("Gap");
constexpr Text bar_contact("Contact");
constexpr Text foil_title("Contact");
constexpr Text up_to_um("up to {} µm");

}  // namespace intercusp::viewer::text
