// The vertices that a jaw's anatomy uses.
#pragma once

#include <cstdint>
#include <vector>

#include "occlusion/geometry/solid.h"

namespace intercusp {

//! Each once, along a space-filling curve, so that neighbours are adjacent: in the order of most files a search for the
//! closest faces of sixteen points takes four times as long.
[[nodiscard]] std::vector<std::uint32_t> anatomy_vertices(const Solid& jaw);

}  // namespace intercusp
