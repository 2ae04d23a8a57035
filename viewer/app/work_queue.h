// The viewer's background work: one job at a time, in the order requested.
#pragma once

#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "viewer/app/app_state.h"
#include "viewer/app/jobs.h"

namespace intercusp::viewer {

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
