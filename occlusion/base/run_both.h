// Runs two parts of a piece of work at the same time.
//
// Use this instead of tbb::parallel_invoke. oneTBB 2021.8 reads freed memory when an exception such as
// Cancelled leaves it, and skips the second part if the first has thrown.
#pragma once

#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <array>
#include <exception>

namespace intercusp {

//! Runs a piece of work and stores its exception.
template <class Work>
void keep_error(std::exception_ptr& error, const Work& work) {
  try {
    work();
  } catch (...) {
    error = std::current_exception();
  }
}

//! Runs both parts to their end, at the same time if a thread is idle.
//! \throw after both have ended, the exception of the first part or else of the second
template <class First, class Second>
void run_both(const First& first, const Second& second) {
  std::array<std::exception_ptr, 2> errors;
  tbb::parallel_invoke([&] { keep_error(errors[0], first); }, [&] { keep_error(errors[1], second); });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

//! As run_both, but runs both parts on this thread, one after the other, if the work is too small to share.
template <class First, class Second>
void run_both_if(bool worth_a_task, const First& first, const Second& second) {
  if (worth_a_task) {
    run_both(first, second);
  } else {
    first();
    second();
  }
}

//! Runs both parts to their end. The second part stays on this thread, which does nothing else meanwhile, so
//! its time can be measured. An idle thread, if there is one, runs the first part.
template <class First, class Second>
void run_beside(const First& beside, const Second& here) {
  std::exception_ptr error_beside, error_here;
  tbb::task_group group;
  group.run([&] { keep_error(error_beside, beside); });
  tbb::this_task_arena::isolate([&] { keep_error(error_here, here); });
  group.wait();
  for (const std::exception_ptr& error : {error_here, error_beside}) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace intercusp
