// What `close` and `slide` found, in a few lines for a terminal.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! Remarks, the finding in plain sentences, the first contacts in their order, the map. Ends with a line
//! break.
[[nodiscard]] std::string closing_text(const Closing& closing, const MeshReport& upper,
                                       const MeshReport& lower);

}  // namespace intercusp
