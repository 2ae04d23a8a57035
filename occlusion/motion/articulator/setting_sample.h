// Plausible settings, spread evenly over their ranges.
#pragma once

#include <vector>

#include "occlusion/motion/articulator/articulator_settings.h"

namespace intercusp {

//! Points of Halton's sequence (1960), one prime base for each number that varies, over setting_ranges();
//! the same at every call, and a beginning of them is spread evenly as well. Their first 409 points, in which
//! large bases run side by side, are left out: then no two numbers of 500 correlate by more than 0.05.
//! \param keep_triangle where the axis is given: the triangle's three numbers stay those of `base`.
[[nodiscard]] std::vector<ArticulatorSettings> sample_settings(const ArticulatorSettings& base,
                                                               bool keep_triangle, int count);

}  // namespace intercusp
