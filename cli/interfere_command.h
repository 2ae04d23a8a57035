// `intercusp interfere`: which of several solids overlap, who penetrates whom, how deep and where.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_interfere_command(CLI::App& program);

}  // namespace intercusp::cli
