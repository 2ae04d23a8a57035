// Which of the two jaws.
#pragma once

namespace intercusp {

enum class Jaw { upper, lower };

[[nodiscard]] constexpr const char* name_of(Jaw jaw) { return jaw == Jaw::upper ? "upper" : "lower"; }

}  // namespace intercusp
