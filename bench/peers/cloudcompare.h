// CloudCompare's command line as a peer: distances of the lower's vertices from the upper, as a user runs it,
// from files to a file. There only where it is installed.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! Empty where there is no `CloudCompare` in PATH.
[[nodiscard]] std::vector<Method> cloudcompare_methods();

}  // namespace intercusp::bench
