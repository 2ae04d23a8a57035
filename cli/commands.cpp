#include "cli/commands.h"

//! All commands, in the order of --help. Each has its `add_<command>_command` in the file of its analysis.
// clang-format off
#define INTERCUSP_COMMANDS \
  COMMAND(inspect) \
  COMMAND(segment) \
  COMMAND(model) \
  COMMAND(compare) \
  COMMAND(close) \
  COMMAND(slide) \
  COMMAND(articulate) \
  COMMAND(settle) \
  COMMAND(bite) \
  COMMAND(checkbite) \
  COMMAND(validate) \
  COMMAND(play) \
  COMMAND(interfere) \
  COMMAND(spray) \
  COMMAND(measure) \
  COMMAND(generate) \
  COMMAND(doctor) \
  COMMAND(cohort) \
  COMMAND(view)
// clang-format on

namespace intercusp::cli {

#define COMMAND(name) void add_##name##_command(CLI::App& program);
INTERCUSP_COMMANDS
#undef COMMAND

void add_commands(CLI::App& program) {
#define COMMAND(name) add_##name##_command(program);
  INTERCUSP_COMMANDS
#undef COMMAND
}

}  // namespace intercusp::cli
