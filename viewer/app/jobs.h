// A background task on its own thread, with progress and cancelling; the interface's thread takes over the result.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "occlusion/base/progress.h"

namespace intercusp::viewer {

class Job {
 public:
  //! What to do on the interface's thread when the work is done.
  using Finish = std::function<void()>;
  //! Runs on the job's thread; must not touch the state. Throws if it fails, Cancelled if it was cancelled.
  using Work = std::function<Finish(const Progress&)>;

  //! \param ended called on the job's thread when the work has ended
  //! \param failed called on the interface's thread with what work or finish have thrown
  Job(std::string what, Work work, std::function<void(std::exception_ptr)> failed,
      std::function<void()> ended = nullptr);
  ~Job();  // cancels and waits
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] const std::string& what() const { return what_; }
  [[nodiscard]] double done() const { return done_; }
  void cancel() { cancelled_ = true; }
  [[nodiscard]] bool cancelled() const { return cancelled_; }

  //! True once, when the work has ended: its finish or `failed` has then been called. Work that was cancelled
  //! never finishes, however far it came: `failed` gets Cancelled.
  [[nodiscard]] bool take_over();
  void wait();  //!< until the work has ended

 private:
  std::string what_;
  std::function<void(std::exception_ptr)> failed_;
  std::atomic<double> done_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> ended_ = false;
  bool taken_ = false;
  Finish finish_;
  std::exception_ptr error_;
  std::thread thread_;
};

}  // namespace intercusp::viewer
