// The two jaws.
#pragma once

#include "occlusion/base/enum_table.h"

namespace intercusp {

enum class Jaw { upper, lower };

[[nodiscard]] constexpr Jaw opposite(Jaw jaw) { return jaw == Jaw::upper ? Jaw::lower : Jaw::upper; }
[[nodiscard]] constexpr const char* name_of(Jaw jaw) { return jaw == Jaw::upper ? "upper" : "lower"; }
[[nodiscard]] constexpr auto names_of(Jaw) {
  return enum_table<Jaw>({{Jaw::upper, "upper"}, {Jaw::lower, "lower"}});
}

}  // namespace intercusp
