// A progress line on the terminal; silent if stderr is not a terminal.
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

}  // namespace intercusp::cli
