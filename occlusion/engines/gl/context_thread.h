// A thread that draws: an OpenGL context of its own is current there for as long as it lives.
//
// So drawing leaves the caller's own OpenGL as it is, and no other thread, as a worker of oneTBB, ever has a state in libEGL,
// which libEGL would free a second time where such a thread ends together with the process.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "occlusion/engines/gl/context.h"

namespace intercusp::gl {

class ContextThread {
 public:
  //! \throw ContextError as Context does, and where no thread can be started.
  ContextThread();
  //! \pre what lives in the context was destroyed by a last `run`
  ~ContextThread();
  ContextThread(const ContextThread&) = delete;
  ContextThread& operator=(const ContextThread&) = delete;

  //! Does the work on the thread and waits for it; callers wait for each other. \throw what the work throws
  void run(const std::function<void()>& work);

  //! Its info and messages may be read on any thread while no work is done.
  [[nodiscard]] const Context& context() const { return *context_; }

 private:
  void serve();
  void end();

  std::optional<Context> context_;
  std::mutex one_caller_, state_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;  //!< what is to be done next
  std::exception_ptr error_;                     //!< of the last work
  bool ends_ = false;
  std::thread thread_;  //!< last: it uses all the others
};

}  // namespace intercusp::gl
