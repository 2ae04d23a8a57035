// What every analysis does with its report: write the files, then print JSON or the summary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/progress.h"
#include "io/files/result_folder.h"
#include "io/report/report.h"

namespace intercusp::cli {

//! Where the results of one run go. Made before the work begins, so that nothing is computed whose files could not be written.
class Output {
 public:
  //! Creates the folder, if there is one.
  //! \param names of all files that the run may write, its record first ("close.json"); with stars as for check_replaceable
  //! \param inputs files that the run reads
  //! \throw ReplaceError, OutputError
  Output(const OutputOptions& options, const std::vector<std::string>& names,
         std::vector<std::filesystem::path> inputs);

  [[nodiscard]] bool quiet() const { return options_.quiet; }

  //! Writes the files, then prints the JSON or the summary.
  //! \param where the last line of the summary; empty: where the page or the results are
  //! \param before files of this run that are in the folder already
  //! \throw ReplaceError, OutputError
  void deliver(const Report& report, ProgressLine& line, const std::string& where = {},
               const Digests& before = {}) const;

 private:
  OutputOptions options_;
  ResultFolder results_;
};

}  // namespace intercusp::cli
