// The live map with the true distances near contact on top of it (occlusion/distance/true_distance.h).
#pragma once

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] Method true_distance_method();

}  // namespace intercusp::bench
