// The commands of ./run demo, which compiles what they need and no more.
#include "cli/commands.h"

namespace intercusp::cli {

void add_commands(CLI::App& program) {
  add_generate_command(program);
  add_inspect_command(program);
}

}  // namespace intercusp::cli
