// Text of the Spray step.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto place_nozzle = Text("Place by a click");
constexpr auto nozzle_opening_explained =
    Text("A cone from a point, or a parallel beam from a disc. Both are uniform.");
constexpr const char* format_droplets = "%.0f";
constexpr const char* format_m_s = "%.1f m/s";
constexpr const char* format_thin = "%.0f / mm²";

constexpr auto spray_now = Text("Spray");

}  // namespace intercusp::viewer::text
