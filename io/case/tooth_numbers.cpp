#include "io/case/tooth_numbers.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "occlusion/teeth/tooth_table.h"

namespace intercusp {
namespace {

ToothNumbering other(ToothNumbering numbering) {
  return numbering == ToothNumbering::fdi ? ToothNumbering::universal : ToothNumbering::fdi;
}

std::size_t count_teeth(std::span<const int> numbers, ToothNumbering numbering, Jaw jaw) {
  return static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [&](int number) {
    return number > 0 && jaw_of(fdi_number(number, numbering)) == jaw;
  }));
}

}  // namespace

std::optional<int> fdi_from_universal(int number) {
  if (number < 1 || number > 2 * arch_places) return std::nullopt;
  return fdi_at(number <= arch_places ? Jaw::upper : Jaw::lower, (number - 1) % arch_places);
}

int fdi_number(int number, ToothNumbering numbering) {
  if (numbering == ToothNumbering::universal) return fdi_from_universal(number).value_or(0);
  return is_tooth(number) ? number : 0;
}

NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw, ToothNumbering preferred) {
  const auto wanted =
      static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [](int n) { return n > 0; }));
  if (wanted == 0) return {.numbering = preferred};
  const std::size_t in_preferred = count_teeth(numbers, preferred, jaw);
  const std::size_t in_other = count_teeth(numbers, other(preferred), jaw);
  if (in_preferred == wanted) return {.numbering = preferred, .ambiguous = in_other == wanted};
  if (in_other == wanted) return {.numbering = other(preferred)};
  for (const ToothNumbering numbering : {preferred, other(preferred)}) {
    if (count_teeth(numbers, numbering, opposite(jaw)) == wanted) return {.numbering = numbering};
  }
  return {.numbering = in_other > in_preferred ? other(preferred) : preferred};
}

std::string title_of(ToothNumbering numbering) {
  return numbering == ToothNumbering::universal ? "Universal" : "FDI";
}

}  // namespace intercusp
