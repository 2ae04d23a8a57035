// A chart of bars for the HTML page.
#pragma once

#include <string>

#include "io/wording/section.h"

namespace intercusp {

//! \pre the chart has bars
[[nodiscard]] std::string bars_svg(const BarChart& chart);

}  // namespace intercusp
