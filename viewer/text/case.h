// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text swap_jaws("Swap upper and lower");
constexpr Text turn_lower_over("Turn the lower over");
constexpr Text bring_together("Bring the jaws together");
constexpr Text undo_mend("Undo the correction");
constexpr Text unit_is("The files are in {}");

constexpr Text unit_mm("millimetres");
constexpr Text unit_cm("centimetres");
constexpr Text unit_m("metres");
constexpr Text unit_inch("inches");
constexpr Text unit_um("micrometres");

}  // namespace intercusp::viewer::text
