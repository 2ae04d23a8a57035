// The module `intercusp` (docs/PYTHON.md).

#include "python/module.h"

#include "python/errors.h"
#include "python/leaving.h"

namespace intercusp::python {
namespace {

namespace py = pybind11;

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

//! pybind11 allocates what such an object should hold, uninitialised, when somebody first asks for it.
void* refuse_half_made(std::size_t) {
  throw py::type_error("this object was never made: __new__ alone, copy and pickle make none");
}

//! For every class that is bound. \pre all are
void refuse_half_made_objects(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!py::isinstance<py::type>(value)) continue;
    if (auto* const type = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr())))
      type->operator_new = refuse_half_made;
  }
}

}  // namespace

PYBIND11_MODULE(intercusp, module) {
  module.doc() = about;
  module.attr("__version__") = INTERCUSP_VERSION;
  add_errors(module);
  add_cases(module);
  add_maps(module);
  add_bites(module);
  add_motions(module);
  add_articulator(module);
  add_solids(module);
  add_scans(module);
  refuse_half_made_objects(module);
  await_works_at_exit();
}

}  // namespace intercusp::python
