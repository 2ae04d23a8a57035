// The unit of the stencil engine's time: the lower's faces, in the order of the mesh, drawn once by one call, depth only.
// It computes no result.
#pragma once

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] Method plain_pass();

}  // namespace intercusp::bench
