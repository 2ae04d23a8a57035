// Why a command failed: an exit status, a code and a message.
#pragma once

#include <string>

namespace intercusp::cli {

//! Exit statuses are part of the interface (docs/USER_GUIDE.md).
enum ExitStatus {
  done = 0,              //!< with or without findings
  wrong_usage = 2,       //!< an option or argument is wrong; nothing was opened
  unusable_input = 3,    //!< an input file cannot be used
  engine_missing = 4,    //!< the requested engine is not available
  unwritable_output = 5  //!< an output cannot be written; no partial file is left
};

struct Failure {
  ExitStatus status = done;
  std::string code;  //!< short snake_case: "missing_file", "not_a_solid", "out_of_memory"
  std::string message;
};

//! Describes the exception being handled for the user.
//! \pre called from a catch block; not for CLI::ParseError
[[nodiscard]] Failure current_failure();

}  // namespace intercusp::cli
