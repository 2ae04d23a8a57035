// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto swap_jaws = Text("Swap upper and lower");

}  // namespace intercusp::viewer::text
