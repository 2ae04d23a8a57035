// Loops on all threads.
//
// Use these, never tbb::parallel_for: oneTBB 2021.8 reads freed memory where an exception leaves it, as Cancelled and
// std::bad_alloc do. An exception of one part is rethrown after all parts have ended; parts that have not begun are
// skipped.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstddef>
#include <exception>

namespace intercusp {

//! The first exception of several threads.
class FirstError {
 public:
  //! Not run after an error.
  template <class Work>
  void keep_of(const Work& work) {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      work();
    } catch (...) {
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
  }
  //! \pre all threads are done
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::exception_ptr error_;
};

//! Splits the range (any tbb range) and calls body(part) for each part.
template <class Range, class Body>
void for_all(const Range& range, const Body& body) {
  FirstError error;
  tbb::parallel_for(range, [&](const Range& part) { error.keep_of([&] { body(part); }); });
  error.rethrow();
}

//! Calls body(i) for i from `first` to before `end`.
template <class Index, class Body>
void for_all(Index first, Index end, const Body& body) {
  if (!(first < end)) return;
  for_all(tbb::blocked_range<Index>(first, end), [&](const tbb::blocked_range<Index>& part) {
    for (Index i = part.begin(); i < part.end(); ++i) body(i);
  });
}

//! As for_all, for bodies that take equally long and write to separate memory. Every thread gets one share, and the next
//! call divides the work in the same way, so a processor often finds the memory in its cache.
template <class Index, class Body>
void for_all_evenly(Index first, Index end, const Body& body) {
  if (!(first < end)) return;
  FirstError error;
  tbb::parallel_for(
      tbb::blocked_range<Index>(first, end),
      [&](const tbb::blocked_range<Index>& part) {
        error.keep_of([&] {
          for (Index i = part.begin(); i < part.end(); ++i) body(i);
        });
      },
      tbb::static_partitioner());
  error.rethrow();
}

//! Calls body(i) for i from 0 to before `count`, each as a separate task: for few and long tasks.
template <class Body>
void for_each_task(std::size_t count, const Body& body) {
  FirstError error;
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const tbb::blocked_range<std::size_t>& part) { error.keep_of([&] { body(part.begin()); }); },
      tbb::simple_partitioner());
  error.rethrow();
}

}  // namespace intercusp
