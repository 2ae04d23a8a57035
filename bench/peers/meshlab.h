// MeshLab's command line as a peer: signed distances of the lower's vertices from the upper within 2 mm, as a user runs
// it, from files to a file. Available only if it is installed.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! Empty without `meshlabserver` and `Xvfb` in PATH.
[[nodiscard]] std::vector<Method> meshlab_methods();

}  // namespace intercusp::bench
