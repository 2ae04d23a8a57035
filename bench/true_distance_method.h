// The live map plus the true distances near contact (occlusion/distance/true_distance.h).
#pragma once

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] Method true_distance_method();

}  // namespace intercusp::bench
