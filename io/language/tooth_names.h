// Tooth numbers as people write them. Files for programs have FDI numbers.
//
// FDI (ISO 3950): quadrant and place. Universal: 1 to 32 from the upper right to the lower right, milk teeth
// A to T. Palmer: quadrant and place, "UR6", milk teeth A to E.
#pragma once

#include <string>

#include "occlusion/base/enum_table.h"

namespace intercusp {

enum class ToothNames { fdi, universal, palmer };
[[nodiscard]] constexpr auto names_of(ToothNames) {
  return enum_table<ToothNames>(
      {{ToothNames::fdi, "fdi"}, {ToothNames::universal, "universal"}, {ToothNames::palmer, "palmer"}});
}

//! Chooses the numbering of all teeth that are read from now on.
void set_tooth_names(ToothNames names);
//! The chosen numbering; FDI if this thread writes for programs.
[[nodiscard]] ToothNames tooth_names();

//! "FDI", "Universal", "Palmer".
[[nodiscard]] std::string title_of(ToothNames names);

//! "36", "19" or "LL6" for a tooth, "–" for none.
[[nodiscard]] std::string tooth_name(int fdi);

}  // namespace intercusp
