// The frame of every command that analyses a case: output folder, progress line, import, work.
#pragma once

#include <functional>

#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"

namespace intercusp::cli {

//! Reads both jaws and calls `work`, which analyses them and delivers its report.
//! \param direction_given no anatomy is needed, so an odd size is only remarked
//! \throw InputError, OutputError, NotEnoughMemory
void run_case_command(const CaseOptions& options, const Output& output, bool direction_given,
                      const std::function<void(const ImportedCase& jaws, ProgressLine& line)>& work);

}  // namespace intercusp::cli
