// Background work of the viewer: one job at a time, in the order in which it was asked for.
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
  std::string what;  //!< as the interface shows it
  Job::Work work;
  std::function<void(std::exception_ptr)> failed;
  bool can_cancel = true;      //!< by the user
  bool quiet = false;          //!< too short to be shown
  bool outlives_case = false;  //!< goes on when another case is opened: files that are being written
};

class WorkQueue {
 public:
  void add(Task task);
  //! Before all that waits; what belongs to the case that is left is stopped and dropped.
  void add_instead(Task task);

  //! Takes up the work that has ended and begins the next. \return whether any had ended
  bool take_up();
  void cancel();  //!< what runs, where it can be
  void wait();    //!< until what runs has ended

  [[nodiscard]] bool busy() const { return job_ || !waiting_.empty(); }
  [[nodiscard]] std::optional<WorkShown> shown() const;

 private:
  void begin_next();

  std::deque<Task> waiting_;
  Task running_;  // what runs, without its work
  std::unique_ptr<Job> job_;
};

}  // namespace intercusp::viewer
