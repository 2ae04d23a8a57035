// MeshLab's command line as a peer: signed distances of the lower's vertices from the upper within 2 mm, as a
// user runs it, from files to a file. There only where it is installed.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

//! Empty where there is no `meshlabserver` or no `Xvfb` in PATH.
[[nodiscard]] std::vector<Method> meshlab_methods();

}  // namespace intercusp::bench
