// Why a command ended, as an exit status, a code and a message.
#pragma once

#include <string>

#include "cli/exit_status.h"

namespace intercusp::cli {

struct Failure {
  ExitStatus status = done;
  std::string code;  //!< short snake_case: "missing_file", "not_a_solid", "out_of_memory"
  std::string message;
};

//! Of the exception being handled. \pre called from a catch block; not for CLI::ParseError
[[nodiscard]] Failure current_failure();

}  // namespace intercusp::cli
