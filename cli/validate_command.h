// `intercusp validate`: how far the map of a bite is from ray tracing.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_validate_command(CLI::App& program);

}  // namespace intercusp::cli
