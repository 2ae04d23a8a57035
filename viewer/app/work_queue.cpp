#include "viewer/app/work_queue.h"

#include <algorithm>
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

void WorkQueue::add(Task task) {
  give_way();
  waiting_.push_back(std::move(task));
  begin_next();
}

void WorkQueue::give_way() {
  if (job_ && running_.gives_way) job_->cancel();
}

void WorkQueue::add_instead(Task task) {
  std::erase_if(waiting_, [](const Task& waiting) { return !waiting.outlives_case; });
  if (job_ && !running_.outlives_case) job_->cancel();
  waiting_.push_front(std::move(task));
  begin_next();
}

bool WorkQueue::take_over() {
  if (!job_ || !job_->take_over()) return false;
  job_.reset();
  begin_next();
  return true;
}

void WorkQueue::cancel() {
  if (job_ && running_.can_cancel) job_->cancel();
}

void WorkQueue::wait() {
  if (job_) job_->wait();
}

void WorkQueue::stop() {
  waiting_.clear();
  job_.reset();
}

std::optional<WorkShown> WorkQueue::shown() const {
  if (!job_ || running_.quiet) return std::nullopt;
  return WorkShown{
      .what = job_->what(), .done = job_->done(), .can_cancel = running_.can_cancel && !job_->cancelled()};
}

void WorkQueue::begin_next() {
  while (!job_ && !waiting_.empty()) {
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
    try {
      job_ = std::make_unique<Job>(running_.what, std::exchange(running_.work, nullptr), running_.failed,
                                   ended_);
    } catch (...) {  // no thread can be started: callers must not wait for ever
      const auto failed = std::move(running_.failed);  // it may add work, which then runs
      failed(std::current_exception());
    }
  }
}

}  // namespace intercusp::viewer
