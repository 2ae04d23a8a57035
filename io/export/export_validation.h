// Everything that a validation leaves behind.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/export/validation_html.h"
#include "io/export/validation_json.h"
#include "io/export/validation_text.h"
#include "io/export/write_atomically.h"
#include "io/import/mesh_report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! The case's right, left and name for each picture come from the inspection that the maps come from.
//! \return validate.json, and for each map error.png and error.nrrd (error_2.png … for more; no NRRD for a
//! map without pixels).
//! \param map_names views by name, one per map; "whole arch" or "part 1 of 3" where empty.
//! \pre the validation is complete.  \throw std::runtime_error if an image cannot be made.
[[nodiscard]] std::vector<OutputFile> validation_files(const Validation& validation,
                                                       const Inspection& inspection, const MeshReport& upper,
                                                       const MeshReport& lower,
                                                       std::span<const std::string> map_names = {});

}  // namespace intercusp
