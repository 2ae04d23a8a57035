// The summary of `articulate` for the terminal.
#pragma once

#include <string>

#include "io/report/articulate_report.h"

namespace intercusp {

[[nodiscard]] std::string articulate_text(const ArticulateReport& report);

}  // namespace intercusp
