// `intercusp articulate`: excursions on an articulator, what guides them, and what depends on its settings.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_articulate_command(CLI::App& program);

}  // namespace intercusp::cli
