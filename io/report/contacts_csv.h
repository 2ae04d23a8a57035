// The contacts as a table for spreadsheets and statistics.
#pragma once

#include <string>

#include "io/wording/provenance.h"
#include "occlusion/inspect.h"

namespace intercusp {

//! One line per contact, threshold and measure, each with its definition, numbered as in report.json; RFC
//! 4180, a point for the decimals. Unknown teeth and regions, the presence of contacts that are not followed
//! and surface distances of contacts by clearance are empty cells.
[[nodiscard]] std::string contacts_csv(const Inspection& inspection, const Provenance& provenance);

}  // namespace intercusp
