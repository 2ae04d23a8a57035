// Our engines as methods: the live map of the z-lists, its full lists, rays, stencil passes.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! The method to which all others are compared.
inline constexpr const char* live_method = "zlist_live";

[[nodiscard]] std::vector<Method> engine_methods();

}  // namespace intercusp::bench
