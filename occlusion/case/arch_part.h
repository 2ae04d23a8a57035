// Parts of the arch, for which figures are given.
#pragma once

#include <string_view>

namespace intercusp {

enum class ArchPart {
  whole,
  right_posterior,
  anterior,
  left_posterior,
  right_molars,
  right_premolars,
  left_premolars,
  left_molars
};

//! The name in files: "right posterior", "left molars".
[[nodiscard]] constexpr std::string_view name_of(ArchPart part) {
  switch (part) {
    case ArchPart::right_posterior:
      return "right posterior";
    case ArchPart::anterior:
      return "anterior";
    case ArchPart::left_posterior:
      return "left posterior";
    case ArchPart::right_molars:
      return "right molars";
    case ArchPart::right_premolars:
      return "right premolars";
    case ArchPart::left_premolars:
      return "left premolars";
    case ArchPart::left_molars:
      return "left molars";
    case ArchPart::whole:
      break;
  }
  return "whole arch";
}

}  // namespace intercusp
