// A thread that owns an OpenGL context. All drawing in that context happens on this thread.
//
// So the caller keeps its current context, and no worker of oneTBB has a state in libEGL. libEGL would free
// such a state twice if the worker ends together with the process.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "occlusion/engines/gl/context.h"

namespace intercusp::gl {

class ContextThread {
 public:
  //! \throw ContextError as Context does, and if no thread can be started
  ContextThread();
  ~ContextThread();
  ContextThread(const ContextThread&) = delete;
  ContextThread& operator=(const ContextThread&) = delete;

  //! Runs the work on the thread and waits for it. Callers wait for each other.
  //! \throw whatever the work throws
  void run(const std::function<void()>& work);

  //! Info and messages of the context may be read on any thread while no work runs.
  [[nodiscard]] const Context& context() const { return *context_; }

 private:
  void serve();
  void end();

  std::optional<Context> context_;
  std::mutex one_caller_, state_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;  //!< the next work, if any
  std::exception_ptr error_;                     //!< exception of the last work
  bool ends_ = false;
  std::thread thread_;  //!< declared last, because it uses all other members
};

//! An object with its own OpenGL context. The thread of that context creates, uses and destroys the object.
template <class Object>
class InContext {
 public:
  //! \param make receives the context and returns a std::unique_ptr<Object>
  //! \throw as ContextThread and as `make`; ContextError if OpenGL then has a pending error
  template <class Make>
  explicit InContext(const Make& make) {
    thread_.run([&] {
      std::unique_ptr<Object> made = make(context());
      context().throw_on_error();
      object_ = std::move(made);
    });
  }
  ~InContext() {
    thread_.run([this] { object_.reset(); });
  }
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;

  //! \throw as the work; ContextError if OpenGL then has a pending error
  void run(const std::function<void()>& work) {
    thread_.run([&] {
      work();
      context().throw_on_error();
    });
  }

  //! \pre called inside `run`
  Object* operator->() const { return object_.get(); }
  Object& operator*() const { return *object_; }

  [[nodiscard]] const Context& context() const { return thread_.context(); }

 private:
  ContextThread thread_;
  std::unique_ptr<Object> object_;
};

}  // namespace intercusp::gl
