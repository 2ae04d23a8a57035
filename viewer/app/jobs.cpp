#include "viewer/app/jobs.h"

#include <chrono>
#include <utility>

#include "occlusion/base/ms_since.h"
#include "viewer/platform/process.h"

namespace intercusp::viewer {

Job::Job(std::string what, Work work, std::function<void(std::exception_ptr)> failed,
         std::function<void()> ended)
    : what_(std::move(what)), failed_(std::move(failed)) {
  thread_ = std::thread([this, work = std::move(work), ended = std::move(ended)] {
    const Progress progress = [this](double done) {
      done_ = done;
      if (cancelled_) throw Cancelled();
    };
    const auto start = std::chrono::steady_clock::now();
    try {
      finish_ = work(progress);
    } catch (...) {
      error_ = std::current_exception();
    }
    constexpr double long_ms = 200;  // shorter work leaves little behind
    if (ms_since(start) > long_ms) platform::return_free_memory();
    ended_ = true;
    if (ended) ended();
  });
}

Job::~Job() {
  cancel();
  wait();
}

bool Job::take_over() {
  if (taken_ || !ended_) return false;
  wait();
  taken_ = true;
  if (!error_ && cancelled_) error_ = std::make_exception_ptr(Cancelled());
  if (!error_) {
    try {
      finish_();
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  if (error_) failed_(error_);
  return true;
}

void Job::wait() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace intercusp::viewer
