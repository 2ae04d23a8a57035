// Several solids as shaded surfaces, those that interfere in shades of red (as Knott 2003, Fig. 4.14), with a
// mark where each pair is deepest.
#pragma once

#include "io/picture/picture.h"
#include "io/wording/interference_words.h"

namespace intercusp {

//! Seen obliquely, from the side of +x, −y and +z of the files' frame: in generated cases from the left, the
//! front and above.
[[nodiscard]] Picture interference_picture(const InterferenceReport& report);

}  // namespace intercusp
