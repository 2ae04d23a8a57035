// The module `intercusp` (docs/PYTHON.md).

#include "python/module.h"

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

}  // namespace

PYBIND11_MODULE(intercusp, module) {
  module.doc() = about;
  module.attr("__version__") = INTERCUSP_VERSION;
  add_errors(module);
  add_cases(module);
  add_maps(module);
  add_motions(module);
  add_solids(module);
}

}  // namespace intercusp::python
