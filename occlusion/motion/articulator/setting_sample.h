// Plausible settings, evenly distributed over their ranges.
#pragma once

#include <vector>

#include "occlusion/motion/articulator/articulator_settings.h"

namespace intercusp {

//! Points of Halton's sequence (1960), one prime base for each number, over setting_ranges(): the same at every call,
//! and no two numbers of 500 correlate by more than 0.03. A prefix also covers the ranges, but in fewer than a hundred
//! points the large bases still correlate.
//! \param keep_triangle where the axis is given: the triangle's three numbers stay those of `base`.
[[nodiscard]] std::vector<ArticulatorSettings> sample_settings(const ArticulatorSettings& base,
                                                               bool keep_triangle, int count);

}  // namespace intercusp
