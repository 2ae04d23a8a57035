// The tables of contact in report.json, by both measures: first by clearance, then by surface distance.
#pragma once

#include <nlohmann/json.hpp>

#include "occlusion/inspect.h"

namespace intercusp {

//! `areas`, `balance`, `contacts`, `teeth` and `tooth_pairs` (docs/FILE_FORMATS.md).
[[nodiscard]] nlohmann::ordered_json contact_tables_json(const Inspection& inspection);

//! [low, high].
[[nodiscard]] nlohmann::ordered_json interval_json(const Interval& interval);

}  // namespace intercusp
