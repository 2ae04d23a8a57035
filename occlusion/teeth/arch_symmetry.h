// The axis about which an arch is symmetric: the midline between the central incisors lies near it, whatever is missing at its
// ends.
#pragma once

#include <optional>

#include "occlusion/teeth/arch_path.h"

namespace intercusp {

//! Where the axis crosses the arch, mm along it: the place whose reflected left arm lies nearest to the right one. Nothing where
//! the arch is too short to have two arms.
[[nodiscard]] std::optional<double> symmetry_axis_mm(const ArchPath& arch);

}  // namespace intercusp
