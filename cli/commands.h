// The commands of the program. Each adds its options to the parser and runs from its callback.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace intercusp::cli {

//! Adds all commands of a program: commands.cpp, or demo_commands.cpp.
void add_commands(CLI::App& program);

// Commands of ./run demo.
void add_generate_command(CLI::App& program);
void add_inspect_command(CLI::App& program);

//! Options of `inspect` that add files.
struct InspectExtras {
  bool validate = false, exchange = false, pdf = false, dicom = false;
};

//! Files of `inspect`, report.json first; with stars if their number is not known.
[[nodiscard]] std::vector<std::string> inspect_files(const InspectExtras& extras);

}  // namespace intercusp::cli
