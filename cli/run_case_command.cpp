#include "cli/run_case_command.h"

#include "io/language/language.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/case/face_count.h"

namespace intercusp::cli {

void run_case_command(const CaseOptions& options, const Output& output, bool direction_given,
                      const std::function<void(const ImportedCase& jaws, ProgressLine& line)>& work) {
  ProgressLine line(output.quiet());
  line.say(phrase("reading and closing the scans"));
  const ImportedCase jaws = import_case(options, direction_given);
  constexpr std::uint64_t a_face = 50;  // least of all commands
  need_memory(a_face * face_count(jaws.bite));
  work(jaws, line);
}

}  // namespace intercusp::cli
