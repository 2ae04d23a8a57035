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

//! Says how far work is whenever that is another whole per cent. \param words what to say of so many per cent
//! \param goes_on whether to go on; empty: always. All that is referred to must outlive the work.
[[nodiscard]] Progress percent_on(ProgressLine& line, std::function<std::string(int percent)> words,
                                  std::function<bool()> goes_on = {});

}  // namespace intercusp::cli
