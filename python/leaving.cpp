#include "python/leaving.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace intercusp::python {
namespace {

namespace py = pybind11;

// Atomic, not locked: a forked process copies them from threads that it does not have.
std::atomic<int> works = 0;
std::atomic<bool> forked_amid_work = false;  // locks that other threads held then stay locked
std::atomic<std::thread::id> leaving{};      // the thread that ends the interpreter; none before

void wait_for_works() {
  leaving = std::this_thread::get_id();
  const py::gil_scoped_release release;  // each needs the lock to end
  while (works > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace

AwaitedWork::AwaitedWork() {
  if (should_end()) end_thread();
  if (forked_amid_work) {
    PyErr_SetString(
        PyExc_RuntimeError,
        "this process was forked while another thread of its parent computed in intercusp, so nothing can be "
        "computed here; start processes by multiprocessing's 'spawn' or 'forkserver', or before other "
        "threads");
    throw py::error_already_set();
  }
  ++works;
}
AwaitedWork::~AwaitedWork() { --works; }

//! Other functions that Python calls at its end may still work.
bool AwaitedWork::should_end() {
  const std::thread::id by = leaving;
  return by != std::thread::id() && by != std::this_thread::get_id();
}

void end_thread() {
  PyErr_SetNone(PyExc_SystemExit);
  throw py::error_already_set();
}

void await_works_at_exit() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_works));
  const py::module_ os = py::module_::import("os");
  if (py::hasattr(os, "register_at_fork"))
    os.attr("register_at_fork")(py::arg("after_in_child") = py::cpp_function(
                                    [] { forked_amid_work = works.exchange(0) > 0 || forked_amid_work; }));
}

}  // namespace intercusp::python
