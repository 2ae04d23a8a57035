// A validation as a section of report.html, in the classes of its style sheet: tables and a histogram, no
// scripts.
#pragma once

#include <string>

#include "occlusion/validation/validate.h"

namespace intercusp {

//! From "<h2>" to the last table.
[[nodiscard]] std::string validation_html(const Validation& validation);

}  // namespace intercusp
