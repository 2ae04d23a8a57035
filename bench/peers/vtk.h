// VTK as a peer: signed distances, closest points within 2 mm, the collision filter.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] std::vector<Method> vtk_methods();

}  // namespace intercusp::bench
