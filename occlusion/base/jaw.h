// Which of the two jaws.
#pragma once

namespace intercusp {

enum class Jaw { upper, lower };

[[nodiscard]] constexpr Jaw opposite(Jaw jaw) { return jaw == Jaw::upper ? Jaw::lower : Jaw::upper; }
[[nodiscard]] constexpr const char* name_of(Jaw jaw) { return jaw == Jaw::upper ? "upper" : "lower"; }

}  // namespace intercusp
