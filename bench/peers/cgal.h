// CGAL as a peer: closest points in an AABB tree, and whether they lie inside.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] std::vector<Method> cgal_methods();

}  // namespace intercusp::bench
