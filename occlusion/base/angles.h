// Conversion between degrees, for people, and radians, for code.
#pragma once

#include <numbers>

namespace intercusp {

constexpr double rad_per_deg = std::numbers::pi / 180;

}  // namespace intercusp
