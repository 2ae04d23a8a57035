// The commands of the program. Each adds its options to the parser and runs from its callback.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace intercusp::cli {

//! All that a program has: commands.cpp, or demo_commands.cpp.
void add_commands(CLI::App& program);

// Those that are called by name: a cohort runs inspect and play for a case, ./run demo generate and inspect.
void add_generate_command(CLI::App& program);
void add_inspect_command(CLI::App& program);
void add_play_command(CLI::App& program);

//! The options of inspect. \return runs it with what was parsed, and owns that: keep it while the command parses
[[nodiscard]] std::function<void()> add_inspect_options(CLI::App& command);

}  // namespace intercusp::cli
