// Colours of a spray's deposit, told apart by lightness too.
#pragma once

#include "occlusion/maps/colour_scale.h"
#include "occlusion/particles/deposit.h"

namespace intercusp::viewer {

[[nodiscard]] constexpr Rgb deposit_colour(Cover cover) {
  switch (cover) {
    case Cover::covered:
      return {32, 104, 184};
    case Cover::thin:
      return {244, 188, 64};
    case Cover::bare:
      break;
  }
  return {226, 222, 214};
}

}  // namespace intercusp::viewer
