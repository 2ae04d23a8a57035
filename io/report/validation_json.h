// A validation as JSON: schema "intercusp-validate/1" (docs/FILE_FORMATS.md).
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! Keys in a fixed order; NaN and infinity are null; numbers in the shortest form that reads back as the same
//! bits. The same validation gives the same text.  \param inspection where the maps come from.
[[nodiscard]] std::string validation_json(const Validation& validation, const Inspection& inspection,
                                          const MeshReport& upper, const MeshReport& lower);

}  // namespace intercusp
