// A played track on the terminal.
#pragma once

#include <string>

#include "io/report/play_report.h"

namespace intercusp {

[[nodiscard]] std::string play_text(const PlayReport& report);

}  // namespace intercusp
