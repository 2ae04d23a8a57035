// articulate.json.
#pragma once

#include <string>

#include "io/report/articulate_report.h"

namespace intercusp {

//! Schema "intercusp-articulate/1": docs/FILE_FORMATS.md.
[[nodiscard]] std::string articulate_json(const ArticulateReport& report);

}  // namespace intercusp
