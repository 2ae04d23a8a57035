// The finding in a few lines, for a terminal.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! Remarks first, then the finding, contact per threshold by both measures, balance and how it was computed;
//! at last the validation, where there is one. Ends with a line break.
[[nodiscard]] std::string summary_text(const Inspection& inspection, const MeshReport& upper,
                                       const MeshReport& lower, const Validation* validation = nullptr);

}  // namespace intercusp
