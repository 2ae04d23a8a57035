// The commands of the program. Each adds its options to the parser and runs from its callback.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace intercusp::cli {

void add_inspect_command(CLI::App& program);
//! The options of inspect. \return runs it with what was parsed, and owns that: keep it while the command parses
[[nodiscard]] std::function<void()> add_inspect_options(CLI::App& command);
void add_segment_command(CLI::App& program);
void add_close_command(CLI::App& program);
void add_slide_command(CLI::App& program);
void add_articulate_command(CLI::App& program);
void add_settle_command(CLI::App& program);
void add_validate_command(CLI::App& program);
void add_play_command(CLI::App& program);
void add_interfere_command(CLI::App& program);
void add_spray_command(CLI::App& program);
void add_measure_command(CLI::App& program);
void add_generate_command(CLI::App& program);
void add_doctor_command(CLI::App& program);
void add_cohort_command(CLI::App& program);
void add_view_command(CLI::App& program);

}  // namespace intercusp::cli
