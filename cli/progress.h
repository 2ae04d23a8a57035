// One line on a terminal that says what long work is doing; nothing where output goes to a file.
#pragma once

#include <functional>
#include <string>

#include "occlusion/base/progress.h"

namespace intercusp::cli {

class ProgressLine {
 public:
  //! \param quiet says nothing at all.
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

//! Updates the line at each whole per cent. \param line must outlive the work \param words the text for a percentage
[[nodiscard]] Progress percent_on(ProgressLine& line, std::function<std::string(int percent)> words);

}  // namespace intercusp::cli
