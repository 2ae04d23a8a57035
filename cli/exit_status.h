// Exit statuses, part of the interface (docs/USER_GUIDE.md).
#pragma once

namespace intercusp::cli {

enum ExitStatus {
  done = 0,              //!< with any finding
  wrong_usage = 2,       //!< an option or argument is wrong; nothing was opened
  unusable_input = 3,    //!< an input file cannot be used
  engine_missing = 4,    //!< the requested engine is not available
  unwritable_output = 5  //!< an output cannot be written; nothing partial is left
};

}  // namespace intercusp::cli
