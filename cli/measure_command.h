// `intercusp measure`: milliseconds from a new pose to a finished map, per stage, on this machine.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_measure_command(CLI::App& program);

}  // namespace intercusp::cli
