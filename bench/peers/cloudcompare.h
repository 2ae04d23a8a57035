// CloudCompare's command line as a peer: distances of the lower's vertices from the upper, as a user runs it, from
// files to a file. Available only if it is installed.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! Empty without `CloudCompare` in PATH.
[[nodiscard]] std::vector<Method> cloudcompare_methods();

}  // namespace intercusp::bench
