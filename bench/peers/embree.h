// Embree as a peer: maps by first hits, signed distances by closest-point queries.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] std::vector<Method> embree_methods();

}  // namespace intercusp::bench
