// What every analysis does with its report: write the files, then print JSON or the summary.
#pragma once

#include <string>

#include "cli/options.h"
#include "cli/progress.h"
#include "io/report/report.h"

namespace intercusp::cli {

//! Creates the output folder, if there is one: called before the work, so that a bad path fails early.
//! \throw OutputError
void make_output_folder(const OutputOptions& output);

//! \param where the last line of the summary; empty: where the page or the results are
//! \throw OutputError
void deliver(const Report& report, const OutputOptions& output, ProgressLine& line,
             const std::string& where = {});

}  // namespace intercusp::cli
