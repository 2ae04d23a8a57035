// The tooth chart of a report's first page as SVG.
#pragma once

#include <string>

#include "io/report/first_page.h"

namespace intercusp {

//! One side of both arches, 8 × 2 places, as the dentist sees the patient: the eighth tooth of the right side is on the
//! left.
[[nodiscard]] std::string tooth_chart_svg(const FirstPage& page, bool right_side);

}  // namespace intercusp
