// `intercusp doctor`: OpenGL attempts, renderer, versions, limits: the first thing asked for in a bug report.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_doctor_command(CLI::App& program);

}  // namespace intercusp::cli
