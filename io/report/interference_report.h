// What `interfere` says of several solids: as JSON, as a table and in words.
#pragma once

#include <string>

#include "io/wording/interference_words.h"

namespace intercusp {

//! Every pair once, in the order of the solids. \return the text of interfere.json
[[nodiscard]] std::string interference_json(const InterferenceReport& report);

//! Pairs that interfere, the deepest first, one row each. \return the text of overlaps.csv
[[nodiscard]] std::string interference_csv(const InterferenceReport& report);

//! How many pairs interfere, and the deepest of them in a table; for the terminal.
[[nodiscard]] std::string interference_text(const InterferenceReport& report);

}  // namespace intercusp
