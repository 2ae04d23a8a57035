// The section of a report that says how its numbers were made.
#pragma once

#include <string>

#include "io/mesh/mesh_report.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! From "<h2>" to the end of its table. \param import_ms the time that import took
[[nodiscard]] std::string method_html(const Inspection& inspection, const MeshReport& upper,
                                      const MeshReport& lower, double import_ms);

}  // namespace intercusp
