// Colours of teeth in the viewer.
#pragma once

#include "io/picture/tooth_colours.h"
#include "occlusion/teeth/find_teeth.h"

namespace intercusp::viewer {

//! As in the report's pictures; pale where the number is not sure.
[[nodiscard]] inline Rgb shown_colour(const FoundTooth& tooth) {
  constexpr Rgb pale{232, 230, 226};
  return tooth.sure ? tooth_colour(tooth.fdi) : blend(tooth_colour(tooth.fdi), pale, 0.6);
}

}  // namespace intercusp::viewer
