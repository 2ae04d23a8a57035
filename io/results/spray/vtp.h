// Solids with the droplets that landed on them, as a VTK PolyData file.
#pragma once

#include <string>

#include "io/results/spray/words.h"

namespace intercusp {

//! All solids in one, in the frame of their files, mm; per face `collider` (number in the order given, from 0), `anatomy`,
//! `droplets`, `droplets_per_mm2`, `expected_per_mm2`, `reached`, `first_s`, `speed_mm_s` and `tooth`.
//! Binary, appended. \throw std::runtime_error where VTK cannot write it.
[[nodiscard]] std::string spray_vtp(const SprayReport& report);

}  // namespace intercusp
