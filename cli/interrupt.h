// Signals: Ctrl-C stops long work and keeps the results so far.
#pragma once

namespace intercusp::cli {

//! While it lives, the first interrupt is recorded; a second one ends the program. At most one instance.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool asked() const;
};

//! A file beyond the system's limit (ulimit -f) is then an error of writing, and does not end the program.
void report_size_limits_as_errors();

}  // namespace intercusp::cli
