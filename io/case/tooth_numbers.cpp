#include "io/case/tooth_numbers.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace intercusp {
namespace {

ToothNumbering other(ToothNumbering numbering) {
  return numbering == ToothNumbering::fdi ? ToothNumbering::universal : ToothNumbering::fdi;
}

std::size_t count_teeth(std::span<const int> numbers, ToothNumbering numbering, Jaw jaw) {
  return static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [&](int number) {
    return number > 0 && jaw_of_fdi(fdi_number(number, numbering)) == jaw;
  }));
}

}  // namespace

std::optional<Jaw> jaw_of_fdi(int number) {
  const int quadrant = number / 10;
  const int place = number % 10;
  if (quadrant < 1 || quadrant > 8 || place < 1 || place > (quadrant <= 4 ? 8 : 5)) return std::nullopt;
  return quadrant == 1 || quadrant == 2 || quadrant == 5 || quadrant == 6 ? Jaw::upper : Jaw::lower;
}

std::optional<int> fdi_from_universal(int number) {
  if (number < 1 || number > 32) return std::nullopt;
  if (number <= 8) return 19 - number;
  if (number <= 16) return 12 + number;
  if (number <= 24) return 55 - number;
  return 16 + number;
}

int fdi_number(int number, ToothNumbering numbering) {
  if (numbering == ToothNumbering::universal) return fdi_from_universal(number).value_or(0);
  return jaw_of_fdi(number) ? number : 0;
}

NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw, ToothNumbering preferred) {
  const auto wanted =
      static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [](int n) { return n > 0; }));
  if (wanted == 0) return {.numbering = preferred};
  const Jaw other_jaw = jaw == Jaw::upper ? Jaw::lower : Jaw::upper;
  const std::size_t in_preferred = count_teeth(numbers, preferred, jaw);
  const std::size_t in_other = count_teeth(numbers, other(preferred), jaw);
  if (in_preferred == wanted) return {.numbering = preferred, .ambiguous = in_other == wanted};
  if (in_other == wanted) return {.numbering = other(preferred)};
  for (const ToothNumbering numbering : {preferred, other(preferred)}) {
    if (count_teeth(numbers, numbering, other_jaw) == wanted) return {.numbering = numbering};
  }
  return {.numbering = in_other > in_preferred ? other(preferred) : preferred};
}

std::string name_of(ToothNumbering numbering) {
  return numbering == ToothNumbering::universal ? "Universal" : "FDI";
}

}  // namespace intercusp
