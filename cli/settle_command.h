// `intercusp settle`: the pose of a stable bite near the given one.
#pragma once

#include <CLI/CLI.hpp>

namespace intercusp::cli {

void add_settle_command(CLI::App& program);

}  // namespace intercusp::cli
