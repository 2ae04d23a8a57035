// What every command does besides its analysis: read the jaws, write the report's files, and print JSON
// or the summary.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/options.h"
#include "cli/progress.h"
#include "io/files/result_folder.h"
#include "io/files/write_atomically.h"
#include "io/report/report.h"

namespace intercusp::cli {

//! Names the files of earlier runs on stderr, even in a quiet run, because some were removed.
void say_what_went(const EarlierFiles& files, const std::string& folder);

//! The destination of a run's results. Made before the work begins, so that nothing is computed that could
//! not be written.
class Output {
 public:
  //! Creates the folder, if one is given.
  //! \param names all files that the run may write, its record first ("close.json"); with stars as for
  //! check_replaceable
  //! \throw ReplaceError, OutputError
  Output(const OutputOptions& options, const std::vector<std::string>& names, InputFiles inputs);

  [[nodiscard]] bool quiet() const { return options_.quiet; }

  //! Writes the files, names those of earlier runs on stderr, then prints the JSON or the summary.
  //! \param where last line of the summary; if empty, the path of the page or of the results
  //! \param before files of this run that are already on the disk
  //! \throw ReplaceError, OutputError
  void deliver(const Report& report, ProgressLine& line, const std::string& where = {},
               std::span<StagedFile> before = {}) const;

 private:
  OutputOptions options_;
  ResultFolder results_;
  FoldersToFill folders_;
};

//! Reads both jaws and calls `work`, which analyses them and delivers the report.
//! \param direction_given no anatomy is needed, so an odd size is only remarked
//! \throw InputError, OutputError, NotEnoughMemory
void run_case_command(const CaseOptions& options, const Output& output, bool direction_given,
                      const std::function<void(const ImportedCase& jaws, ProgressLine& line)>& work);

}  // namespace intercusp::cli
