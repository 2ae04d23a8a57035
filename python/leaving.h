// The end of the interpreter while other threads still work. Python would end a thread that then requests the
// interpreter's lock in the middle of our C++, which aborts the process. So the interpreter waits until all work has
// stopped.
#pragma once

#include <pybind11/pybind11.h>

namespace intercusp::python {

//! Work that the interpreter waits for when it ends. \pre the interpreter's lock is held when it begins and when it ends
class AwaitedWork {
 public:
  //! \throw SystemExit, which ends a thread silently, if the interpreter is already ending; RuntimeError in a process that was
  //! forked while a thread computed
  AwaitedWork();
  ~AwaitedWork();
  AwaitedWork(const AwaitedWork&) = delete;
  AwaitedWork& operator=(const AwaitedWork&) = delete;

  //! Whether the work should end because the interpreter ends.
  [[nodiscard]] static bool should_end();
};

//! Ends the thread. \throw SystemExit
[[noreturn]] void end_thread();

//! At the interpreter's end, requests all work to end and waits for it.
void await_works_at_exit();

}  // namespace intercusp::python
