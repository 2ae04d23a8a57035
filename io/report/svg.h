// The drawings of the page, as SVG.
#pragma once

#include <string>

#include "io/report/first_page.h"
#include "io/wording/section.h"

namespace intercusp {

//! One side of both arches, 8 × 2 places, as the dentist sees the patient: the eighth tooth of the right side is on the
//! left.
[[nodiscard]] std::string tooth_chart_svg(const FirstPage& page, bool right_side);

//! A bar in two parts with the middle marked and the interval of the border between them.
[[nodiscard]] std::string balance_svg(const BalanceShare& balance, const std::string& first,
                                      const std::string& second);

//! \pre the chart has bars
[[nodiscard]] std::string bars_svg(const BarChart& chart);

}  // namespace intercusp
