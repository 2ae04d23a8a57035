// The conventional method of Shinya & Forgue 1991, figure 5: every edge of one jaw against every polygon of the other
// (Boyse 1979), on all threads.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] std::vector<Method> naive_methods();

}  // namespace intercusp::bench
