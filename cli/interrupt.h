// Ctrl-C asks long work to stop and to keep what is done.
#pragma once

namespace intercusp::cli {

//! While one lives, the first interrupt is noted; a second ends the program at once, as usual. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool asked() const;
};

}  // namespace intercusp::cli
