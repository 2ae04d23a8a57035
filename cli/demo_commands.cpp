// The commands of ./run demo, which compiles only what they need.
#include "cli/commands.h"

namespace intercusp::cli {

void add_commands(CLI::App& program) {
  add_generate_command(program);
  add_inspect_command(program);
}

}  // namespace intercusp::cli
