#include "viewer/app/work_queue.h"

#include <algorithm>
#include <utility>

namespace intercusp::viewer {

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
