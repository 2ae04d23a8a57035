// `intercusp play`: contacts over a recorded motion.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_play_command(CLI::App& program);

}  // namespace intercusp::cli
