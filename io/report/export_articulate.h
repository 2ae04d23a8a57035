// The files of `articulate`: report, tables, tracks and a picture of each excursion's end.
#pragma once

#include <vector>

#include "io/files/write_atomically.h"
#include "io/report/articulate_report.h"

namespace intercusp {

//! articulate.json, guidance.csv, sensitivity.csv where there is one, a track and a picture (clearance map at
//! the last reported excursion) for each excursion, and opening.csv. To be written by write_together.
[[nodiscard]] std::vector<OutputFile> articulate_files(const ArticulateReport& report);

}  // namespace intercusp
