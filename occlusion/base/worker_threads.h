// The threads that loops share.
#pragma once

#include <tbb/global_control.h>

#include <new>

namespace intercusp {

//! Ends them with its scope, for `main`: libEGL frees the state of a thread twice where the thread and the process end at once.
class WorkerThreads {
 public:
  WorkerThreads() = default;
  ~WorkerThreads() {
    tbb::task_scheduler_handle threads(tbb::attach{});
    (void)tbb::finalize(threads, std::nothrow);
  }
  WorkerThreads(const WorkerThreads&) = delete;
  WorkerThreads& operator=(const WorkerThreads&) = delete;
};

}  // namespace intercusp
