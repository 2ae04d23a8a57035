// The report as JSON: schema "intercusp-report/1" (docs/FILE_FORMATS.md).
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

//! Keys in a fixed order; NaN and infinity are null; numbers in the shortest form that reads back as the same
//! bits. The same inspection gives the same text, `timings_ms` aside. \param validation of this inspection's
//! maps, or none
[[nodiscard]] std::string report_json(const Inspection& inspection, const MeshReport& upper,
                                      const MeshReport& lower, double import_ms,
                                      const Validation* validation = nullptr);

}  // namespace intercusp
