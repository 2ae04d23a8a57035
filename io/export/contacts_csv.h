// The contacts as a table for spreadsheets and statistics.
#pragma once

#include <string>

#include "io/export/provenance.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! One line per contact and threshold, each with its definition; RFC 4180, a point for the decimals. Unknown
//! teeth and regions are empty cells.
[[nodiscard]] std::string contacts_csv(const Inspection& inspection, const Provenance& provenance);

}  // namespace intercusp
