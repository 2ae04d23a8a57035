// Our engines as methods: the live map of the z-lists, its full lists, rays, stencil passes.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! The method to which all others are compared.
inline constexpr const char* live_method = "zlist_live";

[[nodiscard]] std::vector<Method> engine_methods();

//! The unit of the stencil engine's time: the lower's faces, in the order of the mesh, drawn once by one call, depth
//! only. It computes no result.
[[nodiscard]] Method plain_pass();

}  // namespace intercusp::bench
