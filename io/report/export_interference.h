// Everything that `interfere` leaves behind.
#pragma once

#include <vector>

#include "io/files/write_atomically.h"
#include "io/report/interference_report.h"

namespace intercusp {

//! \return interfere.json, overlaps.csv and interference.png.
//! \throw std::runtime_error if the picture cannot be made.
[[nodiscard]] std::vector<OutputFile> interference_files(const InterferenceReport& report);

}  // namespace intercusp
