#include "cli/run_case_command.h"
#include "io/language/language.h"

namespace intercusp::cli {

void run_case_command(const CaseOptions& options, const OutputOptions& output, bool direction_given,
                      const std::function<void(const ImportedCase& jaws, ProgressLine& line)>& work) {
  make_output_folder(output);
  ProgressLine line(output.quiet);
  line.say(phrase("reading and closing the scans"));
  const ImportedCase jaws = import_case(options, direction_given);
  work(jaws, line);
}

}  // namespace intercusp::cli
