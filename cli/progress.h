// One line on a terminal that says what long work is doing; nothing where output goes to a file.
#pragma once

#include <string>

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

}  // namespace intercusp::cli
