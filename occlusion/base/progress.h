// Progress and cancellation of long work.
//
// Whoever starts the work passes a Progress, which the work calls now and then. To cancel the work,
// the callback throws Cancelled. The exception passes through every analysis to the caller, who
// then has no result.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

namespace intercusp {

//! Thrown by a Progress callback to cancel the work.
class Cancelled : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "cancelled"; }
};

//! Receives the share of the work done, 0 to 1. Calls come from one thread at a time, but not always from the
//! same one. Throws Cancelled to cancel. May be empty; call it through report_progress.
using Progress = std::function<void(double done)>;

//! Queried between parts of work whose partial result is useful (play, sensitivity). If it returns true, the
//! work ends early, and the result covers the parts done so far. Called from any thread, and from several at
//! once. May be empty.
using EndEarly = std::function<bool()>;

inline void report_progress(const Progress& progress, double done) {
  if (progress) progress(done);
}

//! Progress of a part of the work: maps its 0 to 1 to `from` to `to` of the whole.
[[nodiscard]] inline Progress part_of(const Progress& progress, double from, double to) {
  if (!progress) return {};
  return [progress, from, to](double done) { progress(from + (to - from) * done); };
}

//! Progress of work that several threads do in equal parts.
class SharedProgress {
 public:
  SharedProgress(Progress progress, std::size_t parts) : progress_(std::move(progress)), parts_(parts) {}

  //! Must be called when a part is done.
  //! \throw whatever the callback throws; on the other threads Cancelled, once the callback has thrown
  void part_is_done() {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    if (cancelled_) throw Cancelled();
    ++done_;
    cancelled_ = true;  // stays true if the callback throws
    progress_(static_cast<double>(done_) / static_cast<double>(parts_));
    cancelled_ = false;
  }

 private:
  const Progress progress_;
  const std::size_t parts_;
  std::size_t done_ = 0;
  bool cancelled_ = false;
  std::mutex mutex_;
};

}  // namespace intercusp
