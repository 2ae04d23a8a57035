// The terminal during long work: a progress line, which is silent unless stderr is a terminal, and Ctrl-C,
// which ends the work and keeps the results so far.
#pragma once

#include <string>

#include "occlusion/base/progress.h"

namespace intercusp::cli {

class ProgressLine {
 public:
  //! \param quiet if true, shows nothing
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

//! Shows "what, 12 %" and updates it at each whole per cent.
//! \param line must outlive the work
[[nodiscard]] Progress percent_on(ProgressLine& line, const std::string& what);

//! Records the first interrupt during its lifetime; a second one ends the program. There may be
//! only one instance.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool asked() const;
};

}  // namespace intercusp::cli
