// The finding in a few lines, for a terminal.
#pragma once

#include <string>

#include "io/import/mesh_report.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! Remarks first, then the finding, contact per threshold, balance and how it was computed. Ends with a line
//! break.
[[nodiscard]] std::string summary_text(const Inspection& inspection, const MeshReport& upper,
                                       const MeshReport& lower);

}  // namespace intercusp
