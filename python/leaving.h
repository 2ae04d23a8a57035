// The end of the interpreter while other threads still work. A thread that asks for the interpreter's lock after that is ended
// by Python in the middle of our C++, which aborts the process. So the interpreter waits until the works have stopped.
#pragma once

#include <pybind11/pybind11.h>

namespace intercusp::python {

//! Work that the interpreter waits for when it ends. \pre the interpreter's lock is held when it begins and when it ends
class AwaitedWork {
 public:
  //! \throw SystemExit, which ends a thread in silence, where the interpreter ends already
  AwaitedWork();
  ~AwaitedWork();
  AwaitedWork(const AwaitedWork&) = delete;
  AwaitedWork& operator=(const AwaitedWork&) = delete;

  //! Whether it should end, because the interpreter does.
  [[nodiscard]] static bool should_end();
};

//! Ends the thread. \throw SystemExit
[[noreturn]] void end_thread();

//! At the interpreter's end, works are told to end and awaited.
void await_works_at_exit();

}  // namespace intercusp::python
