// `intercusp close`: where and after what angle a turn of the lower jaw about an axis first brings the jaws
// together.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_close_command(CLI::App& program);

}  // namespace intercusp::cli
