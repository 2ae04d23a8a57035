// Parses the command line, runs one command and turns exceptions into exit statuses.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/process.h"
#include "io/files/safe_text.h"

namespace {

using namespace intercusp;

//! CLI11 takes the word after "--out=" as its value, even if it is an option.
//! \throw CLI::ValidationError
void refuse_empty_values(std::span<const std::string> words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (word.starts_with("--") && word.ends_with('=') && word.find('=') == word.size() - 1)
      throw CLI::ValidationError(word.substr(0, word.size() - 1),
                                 "has no value; give one, or leave the option out");
  }
}

//! CLI11 uses the words after `--` only if a command still lacks an argument, never for a list (FILES,
//! SOLID...). So the mark is removed, and a word after it that looks like an option is written as a path.
//! \return the words in reverse order, as CLI11 expects them
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  refuse_empty_values(words);
  const auto mark = std::ranges::find(words, "--");
  if (mark != words.end() && mark != words.begin() &&
      words.front() != "cohort") {  // the options of its inspection follow the mark
    for (std::string& name : std::span(mark + 1, words.end()))
      if (name.starts_with('-')) name.insert(0, "./");
    // An option that may have no value would take the first name as its value.
    const auto last = std::prev(mark);
    const auto names = words.erase(mark);
    std::rotate(last->starts_with('-') ? last : names, names, words.end());
  }
  std::ranges::reverse(words);
  return words;
}

//! Makes a file beyond the system's limit (ulimit -f) an error of writing, instead of the end of the program.
void report_size_limits_as_errors() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

int fail(cli::ExitStatus status, const std::string& message) {
  std::cerr << "intercusp: " << visible_text(message) << '\n';
  return status;
}

int fail_at_output() {
  return fail(cli::unwritable_output,
              std::string("the standard output cannot be written: ") + std::strerror(errno));
}

}  // namespace

int main(int argc, char** argv) {
  cli::keep_freed_memory();
  report_size_limits_as_errors();
  CLI::App program("Measures how the teeth of two jaws meet. Lengths are in millimetres, angles in degrees.",
                   "intercusp");
  program.set_version_flag("--version", "intercusp " INTERCUSP_VERSION);
  program.require_subcommand(1);
  program.footer(
      "For research and planning support; clinical decisions remain the user's.\n"
      "Exit status: 0 done, 2 wrong usage, 3 an input cannot be used, 4 the engine is not available, 5 an "
      "output cannot be written.");
  try {
    cli::add_commands(program);
    program.parse(words_of(argc, argv));
    return std::fflush(stdout) == 0 ? cli::done : fail_at_output();
  } catch (const CLI::ParseError& error) {
    if (program.exit(error) != 0) return cli::wrong_usage;
    return std::cout.flush() && std::fflush(stdout) == 0 ? cli::done : fail_at_output();  // --help
  } catch (const std::exception&) {
    const cli::Failure failure = cli::current_failure();
    return fail(failure.status, failure.message);
  }
}
