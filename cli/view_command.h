// `intercusp view`: the viewer, or one picture of it.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

//! The command throws viewer::WindowError where nothing can be drawn.
void add_view_command(CLI::App& program);

}  // namespace intercusp::cli
