// Progress of work that many threads do in parts.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>

#include "occlusion/base/progress.h"

namespace intercusp {

//! Passes on, from one thread at a time, how many parts are done, and remembers that someone said stop.
class SharedProgress {
 public:
  //! \param progress must outlive this
  SharedProgress(const Progress& progress, std::size_t parts) : progress_(progress), parts_(parts) {}

  void part_is_done() {
    if (!progress_) return;
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!stopped_ && !progress_(static_cast<double>(done_) / static_cast<double>(parts_))) stopped_ = true;
  }
  [[nodiscard]] bool goes_on() const { return !stopped_; }

 private:
  const Progress& progress_;
  std::size_t parts_, done_ = 0;
  std::mutex mutex_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace intercusp
