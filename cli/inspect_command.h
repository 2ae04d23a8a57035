// `intercusp inspect`: two scans in, a clearance map, contacts and a report out.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_inspect_command(CLI::App& program);

}  // namespace intercusp::cli
