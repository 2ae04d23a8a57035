// `intercusp slide`: where and after what way a straight shift of the lower jaw first brings the jaws
// together.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_slide_command(CLI::App& program);

}  // namespace intercusp::cli
