// The terminal while long work runs: a progress line, silent unless stderr is a terminal, and Ctrl-C, which ends the work and keeps
// its results so far.
#pragma once

#include <string>

#include "occlusion/base/progress.h"

namespace intercusp::cli {

class ProgressLine {
 public:
  //! \param quiet shows nothing
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  //! Replaces the line.
  void say(const std::string& what);
  void clear();

 private:
  bool shown_;
  bool written_ = false;
};

//! Shows "what, 12 %", updated at each whole per cent. \param line must outlive the work
[[nodiscard]] Progress percent_on(ProgressLine& line, const std::string& what);

//! While it lives, the first interrupt is recorded; a second one ends the program. At most one instance.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool asked() const;
};

}  // namespace intercusp::cli
