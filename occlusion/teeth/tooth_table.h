// Published mean sizes of teeth, which the numbering expects.
#pragma once

#include <array>
#include <cstddef>

#include "occlusion/base/jaw.h"

namespace intercusp {

struct ToothSize {
  double mesiodistal_mm, buccolingual_mm;
  double table_mm;  //!< breadth across the arch within 2 mm of the highest point of the cross-section
};

//! Third molar on one side to third molar on the other, clockwise as seen from the biting side: 18 to 28 or
//! 38 to 48.
inline constexpr int arch_places = 16;

//! 0 to 15.
[[nodiscard]] int fdi_at(Jaw jaw, int place);
//! 1, central incisor, to 8, third molar.
[[nodiscard]] constexpr int kind_at(int place) { return place < 8 ? 8 - place : place - 7; }
[[nodiscard]] const ToothSize& tooth_size(Jaw jaw, int place);
//! The second milk molar: where no premolar follows it, it stays in the premolar's place.
[[nodiscard]] const ToothSize& retained_milk_molar(Jaw jaw);

}  // namespace intercusp
