// What `interfere` says of several solids: as JSON, as a table and in words.
#pragma once

#include <string>
#include <vector>

#include "io/case/import_solids.h"
#include "occlusion/several/interference.h"

namespace intercusp {

struct InterferenceReport {
  std::vector<NamedSolid> solids;
  InterferenceOptions options;
  Interference found;
  std::vector<std::string> remarks;  //!< on all solids together
  double import_ms = 0;
};

//! "zlist" or "cinder".
[[nodiscard]] std::string name_of(InterferenceEngine engine);

//! Pairs that interfere, the deepest first.
[[nodiscard]] std::vector<PairInterference> deepest_first(const InterferenceReport& report);

//! Every pair once, in the order of the solids. \return the text of interfere.json
[[nodiscard]] std::string interference_json(const InterferenceReport& report);

//! Pairs that interfere, the deepest first, one row each. \return the text of overlaps.csv
[[nodiscard]] std::string interference_csv(const InterferenceReport& report);

//! How many pairs interfere, and the deepest of them in a table; for the terminal.
[[nodiscard]] std::string interference_text(const InterferenceReport& report);

//! What numbers depend on: "engine zlist; pixel 0.05 mm; …".
[[nodiscard]] std::string settings_of(const InterferenceReport& report);

}  // namespace intercusp
