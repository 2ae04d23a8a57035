// FCL as a peer: yes or no, all contacts, the least distance, continuous collision of a closing movement.
#pragma once

#include <vector>

#include "bench/method.h"

namespace intercusp::bench {

[[nodiscard]] std::vector<Method> fcl_methods();

}  // namespace intercusp::bench
