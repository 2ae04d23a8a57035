#include "occlusion/engines/gl/context_thread.h"

#include <string>
#include <system_error>

namespace intercusp::gl {

ContextThread::ContextThread() {
  try {
    thread_ = std::thread([this] { serve(); });
  } catch (const std::system_error& error) {
    throw ContextError(std::string("no thread for OpenGL: ") + error.what());
  }
  try {
    run([this] { context_.emplace(); });
  } catch (...) {
    end();
    throw;
  }
}

ContextThread::~ContextThread() { end(); }

void ContextThread::end() {
  {
    const std::scoped_lock lock(state_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ContextThread::run(const std::function<void()>& work) {
  const std::scoped_lock alone(one_caller_);
  std::unique_lock lock(state_);
  work_ = &work;
  changed_.notify_all();
  changed_.wait(lock, [this] { return work_ == nullptr; });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ContextThread::serve() {
  std::unique_lock lock(state_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || work_ != nullptr; });
    if (work_ == nullptr) break;
    try {
      (*work_)();
    } catch (...) {
      error_ = std::current_exception();
    }
    work_ = nullptr;
    changed_.notify_all();
  }
  context_.reset();
}

}  // namespace intercusp::gl
