// Every command of `intercusp --help`, with the arguments that commands.json gives it.
#pragma once

#include <map>
#include <regex>
#include <stdexcept>

#include "tests/support/program.h"

namespace intercusp::testing {

struct Command {
  std::string name, help;
  std::string arguments;     //!< what it needs, with names of files in braces
  std::string quick;         //!< options that make it quick
  bool needs_teeth = false;  //!< boxes are no input

  [[nodiscard]] bool takes(const std::string& option) const {
    return help.find("  " + option + " ") != std::string::npos;
  }
  //! Names of the files that it reads.
  [[nodiscard]] std::vector<std::string> inputs() const {
    static const std::regex name_in_braces("\\{(\\w+)\\}");
    std::vector<std::string> names;
    for (std::sregex_iterator at(arguments.begin(), arguments.end(), name_in_braces), end; at != end; ++at)
      if ((*at)[1] != "picture") names.push_back((*at)[1]);
    return names;
  }
  //! Words of the command line; `files` has a file for each name in braces.
  [[nodiscard]] std::string line(const std::map<std::string, fs::path>& files) const {
    std::string words = name + " " + arguments;
    for (const auto& [file, path] : files) {
      const std::string mark = "{" + file + "}";
      if (const auto at = words.find(mark); at != std::string::npos)
        words.replace(at, mark.size(), quoted(path));
    }
    return words + " ";
  }
};

inline std::vector<Command> read_commands() {
  const nlohmann::json table = json_of(INTERCUSP_SOURCE_DIR "/tests/support/commands.json");
  const auto help_of = [](const std::string& name) { return run_program(name + " --help").out; };
  const auto names_in = [](const std::string& help) {
    static const std::regex command("\n  ([a-z]+) ");
    const auto below =
        help.begin() + static_cast<std::ptrdiff_t>(std::min(help.find("Subcommands:"), help.size()));
    std::vector<std::string> names;
    for (std::sregex_iterator at(below, help.end(), command), end; at != end; ++at) names.push_back((*at)[1]);
    return names;
  };
  std::vector<Command> found;
  const auto add = [&](const std::string& name, const std::string& help) {
    if (!table.contains(name)) throw std::runtime_error("tests/support/commands.json lacks " + name);
    const nlohmann::json& row = table[name];
    found.push_back({name, help, row["arguments"], row.value("quick", ""), row.value("needs_teeth", false)});
  };
  for (const std::string& name : names_in(help_of(""))) {
    const std::string help = help_of(name);
    const auto below = names_in(help);
    for (const std::string& part : below) add(name + " " + part, help_of(name + " " + part));
    if (below.empty()) add(name, help);
  }
  if (found.size() != table.size()) throw std::runtime_error("tests/support/commands.json names no command");
  return found;
}

//! \throw std::runtime_error for a command that commands.json lacks
inline const std::vector<Command>& commands() {
  static const std::vector<Command> found = read_commands();
  return found;
}

}  // namespace intercusp::testing
