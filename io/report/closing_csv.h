// The order of contacts as a table for spreadsheets.
#pragma once

#include <string>

#include "io/wording/provenance.h"
#include "occlusion/motion/closing/closing.h"

namespace intercusp {

//! One line for each two teeth, each upper and each lower tooth that meets something, in that order and in
//! each the first to meet first; RFC 4180, a point for the decimals. Unknown teeth are empty cells.
[[nodiscard]] std::string contact_order_csv(const Closing& closing, const Provenance& provenance);

}  // namespace intercusp
