// A settled bite in words and a table: for the terminal.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/motion/seating/settle.h"

namespace intercusp {

//! What the numbers mean.
[[nodiscard]] std::string settle_definition();

//! Whether the jaws settled, or why not; the motion; the bite before and after.
[[nodiscard]] std::string settle_text(const Settlement& settlement);

}  // namespace intercusp
