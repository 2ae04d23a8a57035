// Several solids as shaded surfaces, those that interfere in red (as Knott 2003, Fig. 4.14), with a mark
// where each pair is deepest.
#pragma once

#include "io/export/interference_report.h"
#include "io/export/pictures/picture.h"

namespace intercusp {

//! Seen obliquely: from the front, the left and above, in the frame of the files as generated cases have it
//! (x left, y back, z up).
[[nodiscard]] Picture interference_picture(const InterferenceReport& report);

}  // namespace intercusp
