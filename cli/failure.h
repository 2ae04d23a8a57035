// Why a command ended, as an exit status, a code and a message.
#pragma once

#include <string>

namespace intercusp::cli {

//! Part of the interface (docs/USER_GUIDE.md).
enum ExitStatus {
  done = 0,              //!< with any finding
  wrong_usage = 2,       //!< an option or argument is wrong; nothing was opened
  unusable_input = 3,    //!< an input file cannot be used
  engine_missing = 4,    //!< the requested engine is not available
  unwritable_output = 5  //!< an output cannot be written; nothing partial is left
};

struct Failure {
  ExitStatus status = done;
  std::string code;  //!< short snake_case: "missing_file", "not_a_solid", "out_of_memory"
  std::string message;
};

//! What the exception being handled means for the user. \pre called from a catch block; not for CLI::ParseError
[[nodiscard]] Failure current_failure();

}  // namespace intercusp::cli
