// The module `intercusp` (docs/PYTHON.md).

#include "python/module.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "python/errors.h"

namespace intercusp::python {
namespace {

constexpr const char* about =
    "How the teeth of two jaws meet.\n\n"
    "Lengths are mm, angles degrees. The case frame is the upper jaw's own frame; `upper_from_lower` takes "
    "points of the\n"
    "lower's frame to it. Arrays of results are read-only views that keep their result alive; `.copy()` "
    "makes one to\n"
    "write to. Every function works without the interpreter's lock, in several threads at once, and stops at "
    "Ctrl-C.\n\n"
    "Errors: ValueError and TypeError for wrong arguments; InputError, EngineError and OutputError, all of "
    "them Error,\n"
    "where the program `intercusp` ends with exit status 3, 4 and 5.";

//! Replaces the allocation of pybind11, which would give an object that was never made an uninitialised value
//! on its first use.
void* refuse_half_made(std::size_t) {
  throw py::type_error("this object was never made: __new__ alone, copy and pickle make none");
}

//! Sets refuse_half_made for every class that is bound.
//! \pre all classes are bound
void refuse_half_made_objects(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!py::isinstance<py::type>(value)) continue;
    if (auto* const type = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr())))
      type->operator_new = refuse_half_made;
  }
}

// Atomic instead of locked, because a forked process inherits them from threads that it does not have.
std::atomic<int> works = 0;
std::atomic<bool> forked_amid_work = false;  // locks of other threads then stay locked
std::atomic<std::thread::id> leaving{};      // the thread that ends the interpreter, if any

void wait_for_works() {
  leaving = std::this_thread::get_id();
  const py::gil_scoped_release release;  // each work needs the lock to end
  while (works > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace

AwaitedWork::AwaitedWork() {
  if (should_end()) end_thread();
  if (forked_amid_work) {
    PyErr_SetString(PyExc_RuntimeError,
                    "this process was forked while another thread of its parent computed in intercusp, so "
                    "nothing can be computed here; start processes by multiprocessing's 'spawn' or "
                    "'forkserver', or before other threads");
    throw py::error_already_set();
  }
  ++works;
}
AwaitedWork::~AwaitedWork() { --works; }

//! Other functions that Python calls at its end may still do work.
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

PYBIND11_MODULE(intercusp, module) {
  module.doc() = about;
  module.attr("__version__") = INTERCUSP_VERSION;
  add_errors(module);
  add_cases(module);
  add_maps(module);
  add_bites(module);
  add_models(module);
  add_motions(module);
  add_solids(module);
  add_scans(module);
  refuse_half_made_objects(module);
  await_works_at_exit();
}

}  // namespace intercusp::python
