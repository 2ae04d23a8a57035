// FDI tooth numbers (ISO 3950): a quadrant and a place in it. Upper teeth are 11–18 and 21–28, lower teeth
// 31–38 and 41–48. Milk teeth are 51–55 and 61–65 above, 71–75 and 81–85 below.
//
// No other code divides tooth numbers or compares their quadrants; `./run check` refuses it.
#pragma once

#include <optional>

#include "occlusion/base/jaw.h"

namespace intercusp {

enum class PatientSide { right, left, neither };

//! Place in the quadrant: 1, central incisor, to 8, third molar; for milk teeth to 5, second molar. 0 if the
//! number is not a tooth's.
[[nodiscard]] constexpr int place_of(int fdi) {
  const int quadrant = fdi / 10, place = fdi % 10;
  const bool is_number = quadrant >= 1 && quadrant <= 8 && place >= 1 && place <= (quadrant <= 4 ? 8 : 5);
  return is_number ? place : 0;
}

[[nodiscard]] constexpr bool is_tooth(int number) { return place_of(number) != 0; }
[[nodiscard]] constexpr bool is_milk(int fdi) { return is_tooth(fdi) && fdi > 50; }
//! Whether the tooth is an incisor or a canine.
[[nodiscard]] constexpr bool is_front_tooth(int fdi) { return is_tooth(fdi) && place_of(fdi) <= 3; }

//! The jaw that holds the tooth; empty for other numbers.
[[nodiscard]] constexpr std::optional<Jaw> jaw_of(int fdi) {
  if (!is_tooth(fdi)) return std::nullopt;
  return (fdi / 10 - 1) % 4 < 2 ? Jaw::upper : Jaw::lower;
}

//! `neither` if the number is not a tooth's.
[[nodiscard]] constexpr PatientSide side_of(int fdi) {
  if (!is_tooth(fdi)) return PatientSide::neither;
  const int quadrant = (fdi / 10 - 1) % 4;  // 0 to 3: upper right, upper left, lower left, lower right
  return quadrant == 1 || quadrant == 2 ? PatientSide::left : PatientSide::right;
}

//! \pre side is right or left; place is 1 to 8
//! \return 0 for a milk tooth that does not exist
[[nodiscard]] constexpr int fdi_of(Jaw jaw, PatientSide side, int place, bool milk = false) {
  if (milk && place > 5) return 0;
  const bool right = side == PatientSide::right;
  const int quadrant = jaw == Jaw::upper ? (right ? 1 : 2) : (right ? 4 : 3);
  return 10 * (milk ? quadrant + 4 : quadrant) + place;
}

//! The corresponding tooth of the other side: 16 for 26, 75 for 85.
//! \pre fdi is a tooth
[[nodiscard]] constexpr int fellow_of(int fdi) {
  const PatientSide other = side_of(fdi) == PatientSide::right ? PatientSide::left : PatientSide::right;
  return fdi_of(*jaw_of(fdi), other, place_of(fdi), is_milk(fdi));
}

//! Place from the patient's right third molar, 0, to the left one, 15. A milk tooth has the place
//! of its successor.
//! \pre fdi is a tooth
[[nodiscard]] constexpr int place_along_arch(int fdi) {
  return side_of(fdi) == PatientSide::right ? 8 - place_of(fdi) : 7 + place_of(fdi);
}

// Places along the arch, clockwise seen from the biting side: from the third molar of one side, 0, to that of
// the other, 15. These are 18 to 28 or 38 to 48. A milk tooth has the place of its successor.

inline constexpr int arch_places = 16;

//! 1, central incisor, to 8, third molar.
[[nodiscard]] constexpr int kind_at(int place) { return place < 8 ? 8 - place : place - 7; }
[[nodiscard]] constexpr bool has_milk_tooth(int place) { return kind_at(place) <= 5; }

//! \param milk chooses the milk tooth of this place
//! \return 0 if there is no such milk tooth
[[nodiscard]] constexpr int fdi_at(Jaw jaw, int place, bool milk = false) {
  const bool right = (place < arch_places / 2) == (jaw == Jaw::upper);
  return fdi_of(jaw, right ? PatientSide::right : PatientSide::left, kind_at(place), milk);
}

//! Empty if the tooth is not one of this jaw.
[[nodiscard]] constexpr std::optional<int> arch_place(Jaw jaw, int fdi) {
  if (jaw_of(fdi) != jaw) return std::nullopt;
  return jaw == Jaw::upper ? place_along_arch(fdi) : arch_places - 1 - place_along_arch(fdi);
}

}  // namespace intercusp
