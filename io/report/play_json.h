// play.json: a played track in numbers, for programs.
#pragma once

#include <string>

#include "io/report/play_report.h"

namespace intercusp {

//! Schema "intercusp-play/1" (docs/FILE_FORMATS.md). The poses' own numbers are in the CSV files.
[[nodiscard]] std::string play_json(const PlayReport& report);

}  // namespace intercusp
