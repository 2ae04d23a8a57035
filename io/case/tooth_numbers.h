// FDI and Universal tooth numbers, and the detection of the numbering of a set of numbers.
//
// FDI: occlusion/case/fdi.h. Universal: 1–16 upper from the patient's right to the left, 17–32 lower from left to right.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "occlusion/base/enum_table.h"
#include "occlusion/case/fdi.h"

namespace intercusp {

enum class ToothNumbering { automatic, fdi, universal };
[[nodiscard]] constexpr auto names_of(ToothNumbering) {
  return enum_table<ToothNumbering>({{ToothNumbering::automatic, "auto"},
                                     {ToothNumbering::fdi, "fdi"},
                                     {ToothNumbering::universal, "universal"}});
}

//! FDI number of a Universal number from 1 to 32; empty for all others.
[[nodiscard]] std::optional<int> fdi_from_universal(int number);

//! FDI number of a tooth in the given numbering; 0 (gum) for numbers outside it.
//! \pre numbering is not automatic.
[[nodiscard]] int fdi_number(int number, ToothNumbering numbering);

struct NumberingChoice {
  ToothNumbering numbering = ToothNumbering::fdi;  //!< never automatic
  bool ambiguous = false;                          //!< the numbers are teeth of this jaw in either numbering
};

//! The numbering in which all numbers are teeth of this jaw, or else of the other jaw, or else the one in which most of
//! them are teeth of this jaw. \param numbers each once; 0 and negative numbers (gum and unknown) are ignored. \param
//! preferred wins where both do. \pre not automatic.
[[nodiscard]] NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw,
                                               ToothNumbering preferred);

[[nodiscard]] std::string title_of(ToothNumbering numbering);  //!< "FDI", "Universal"

}  // namespace intercusp
