// Parts of the arch, for which figures are given.
#pragma once

#include "occlusion/base/enum_table.h"

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

[[nodiscard]] constexpr auto names_of(ArchPart) {
  return enum_table<ArchPart>({{ArchPart::whole, "whole arch"},
                               {ArchPart::right_posterior, "right posterior"},
                               {ArchPart::anterior, "anterior"},
                               {ArchPart::left_posterior, "left posterior"},
                               {ArchPart::right_molars, "right molars"},
                               {ArchPart::right_premolars, "right premolars"},
                               {ArchPart::left_premolars, "left premolars"},
                               {ArchPart::left_molars, "left molars"}});
}

}  // namespace intercusp
