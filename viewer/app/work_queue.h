// Background work on a thread of its own, with progress and cancelling: one job at a time, in the order requested. The
// interface's thread takes over the results.
#pragma once

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "occlusion/base/progress.h"
#include "viewer/app/app_state.h"

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

struct Task {
  std::string what;  //!< shown to the user
  Job::Work work;
  std::function<void(std::exception_ptr)> failed;
  bool can_cancel = true;      //!< by the user
  bool quiet = false;          //!< too short to show
  bool outlives_case = false;  //!< continues when another case is opened: writing files
  bool gives_way = false;      //!< cancelled when anything else is to be done
};

class WorkQueue {
 public:
  //! \param ended called on another thread whenever work has ended
  void tell_ends(std::function<void()> ended) { ended_ = std::move(ended); }
  void add(Task task);
  //! Cancels what runs if it gives way.
  void give_way();
  //! Runs next; cancels and drops work that belongs to the case being closed.
  void add_instead(Task task);

  //! Takes over finished work and starts the next. \return whether any had finished
  bool take_over();
  void cancel();  //!< the running task, if it can be
  void wait();    //!< until the running task has ended
  void stop();    //!< cancels and awaits what runs, drops what waits

  [[nodiscard]] bool busy() const { return job_ || !waiting_.empty(); }
  [[nodiscard]] std::optional<WorkShown> shown() const;

 private:
  void begin_next();

  std::function<void()> ended_;
  std::deque<Task> waiting_;
  Task running_;  // what runs, without its work
  std::unique_ptr<Job> job_;
};

}  // namespace intercusp::viewer
