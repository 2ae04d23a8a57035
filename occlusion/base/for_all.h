// Loops on all threads.
//
// Use these instead of tbb::parallel_for. oneTBB 2021.8 reads freed memory when an exception such as
// Cancelled or std::bad_alloc leaves its loop. Here an exception of one part is rethrown after all parts have
// ended; parts that have not begun are skipped.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstddef>
#include <exception>

namespace intercusp {

//! Stores the first exception of several threads.
class FirstError {
 public:
  //! Runs the work and stores its exception. Does nothing after an earlier exception.
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

//! Calls body(i) for each i in [first, end).
template <class Index, class Body>
void for_all(Index first, Index end, const Body& body) {
  if (!(first < end)) return;
  for_all(tbb::blocked_range<Index>(first, end), [&](const tbb::blocked_range<Index>& part) {
    for (Index i = part.begin(); i < part.end(); ++i) body(i);
  });
}

//! As for_all, for bodies that take equally long and write to separate memory. Every thread gets one share.
//! The next call divides the work in the same way, so a processor often finds its memory in the cache.
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

//! Calls body(i) for each i in [0, count), each as a separate task, for few and long tasks.
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
