// Everything that a validation leaves behind.
#pragma once

#include <string>
#include <vector>

#include "io/files/write_atomically.h"
#include "io/mesh/mesh_report.h"
#include "io/report/validation_html.h"
#include "io/report/validation_json.h"
#include "io/report/validation_text.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! The case's right and left and the names of the views come from the inspection that the maps come from.
//! \return validate.json, and for each map error.png and error.nrrd (error_2.png … for more; no NRRD for a
//! map without pixels).
//! \pre the validation is complete.  \throw std::runtime_error if an image cannot be made.
[[nodiscard]] std::vector<OutputFile> validation_files(const Validation& validation,
                                                       const Inspection& inspection, const MeshReport& upper,
                                                       const MeshReport& lower);

}  // namespace intercusp
