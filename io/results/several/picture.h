// Several shaded solids, those that interfere in shades of red (as Knott 2003, Fig. 4.14), each pair marked where it is
// deepest.
#pragma once

#include "io/picture/picture.h"
#include "io/results/several/words.h"

namespace intercusp {

//! Seen obliquely from +x, −y and +z of the files' frame: in generated cases from the left, the front and above.
[[nodiscard]] Picture interference_picture(const InterferenceReport& report);

}  // namespace intercusp
