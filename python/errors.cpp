#include "python/errors.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <exception>
#include <new>
#include <optional>
#include <stdexcept>

#include "io/case/scale_check.h"
#include "io/files/errors.h"
#include "io/files/result_folder.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"

namespace intercusp::python {
namespace {

namespace py = pybind11;

//! Lives as long as the interpreter.
struct ErrorTypes {
  py::handle input, engine, output;
};
ErrorTypes& types() {
  static ErrorTypes made;
  return made;
}

void raise(py::handle type, const std::string& message, const std::optional<Finding>& finding = {}) {
  const py::object error = type(
      py::str(PyUnicode_DecodeUTF8(message.data(), static_cast<py::ssize_t>(message.size()), "replace")));
  if (finding) {
    error.attr("code") = finding->code;
    error.attr("values") = finding->values;
  }
  PyErr_SetObject(type.ptr(), error.ptr());
}

//! Translates exceptions like the program's exit statuses (cli/main.cpp). pybind11 itself translates its own
//! exceptions, and std::length_error for a map that is too large, to ValueError, TypeError and so on.
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const py::cast_error& error) {  // an argument of the wrong type
    PyErr_SetString(PyExc_TypeError, error.what());
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const std::length_error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const InputError& error) {
    raise(types().input, error.what(), error.finding());
  } catch (const OutputError& error) {
    raise(types().output, error.what());
  } catch (const ReplaceError& error) {
    raise(types().output, error.what());
  } catch (const gl::ContextError& error) {
    raise(types().engine, error.what());
  } catch (const gl::ShaderError& error) {
    raise(types().engine, error.what());
  } catch (const std::exception& error) {
    raise(types().input, error.what());
  }
}

py::handle new_type(py::module_& module, const char* name, const py::object& base, const char* doc) {
  PyObject* const type =
      PyErr_NewExceptionWithDoc((std::string("intercusp.") + name).c_str(), doc, base.ptr(), nullptr);
  if (type == nullptr) throw py::error_already_set();
  module.attr(name) = py::handle(type);
  return type;
}

}  // namespace

void add_errors(py::module_& module) {
  const auto exception = py::reinterpret_borrow<py::object>(PyExc_Exception);
  const auto base = py::reinterpret_borrow<py::object>(new_type(
      module, "Error", exception, "Base of all exceptions of intercusp but those for wrong arguments."));
  types().input = new_type(
      module, "InputError", base,
      "An input cannot be used (exit status 3 of the program). `code` names the reason for programs, such "
      "as\n"
      "'odd_scale', and `values` is a dict of its numbers and names; None and {} without a code.");
  types().input.attr("code") = py::none();
  types().input.attr("values") = py::dict();
  types().engine = new_type(
      module, "EngineError", base,
      "The requested engine is not available: no OpenGL 4.5 (exit status 4). engine='zlist' needs none.");
  types().output = new_type(module, "OutputError", base,
                            "A file cannot be written (exit status 5); no partial file is left.");
  py::register_exception_translator(&translate);
}

void refuse(const std::string& name, const std::string& wants) {
  throw py::value_error(name + ": wants " + wants);
}

double within(const limits::Range& range, const char* name, double value) {
  if (!range.holds(value))
    refuse(name, fmt::format("a number from {} to {}, not {}", range.least, range.most, value));
  return value;
}

int within(const limits::Range& range, const char* name, int value) {
  if (!range.holds(value))
    refuse(name, fmt::format("a whole number from {} to {}, not {}", static_cast<int>(range.least),
                             static_cast<int>(range.most), value));
  return value;
}

std::string text_of(const Source& source) {
  if (const Path* const path = std::get_if<Path>(&source)) return path->string();
  const auto& paths = std::get<std::vector<Path>>(source);
  if (paths.empty()) refuse("source", "at least one file");
  std::string text;
  for (const Path& path : paths) {
    if (path.string().find(',') != std::string::npos)
      refuse("source", "files without commas in their names, or one file");
    text += (text.empty() ? "" : ",") + path.string();
  }
  return text;
}

std::optional<Jaw> jaw_named(const std::string& name) {
  return one_of<std::optional<Jaw>>("jaw", name,
                                    {{"auto", std::nullopt}, {"upper", Jaw::upper}, {"lower", Jaw::lower}});
}

std::optional<double> unit_named(const std::optional<std::string>& unit) {
  if (!unit) return std::nullopt;
  return one_of("unit", *unit,
                std::vector<std::pair<std::string, double>>(mm_per_unit().begin(), mm_per_unit().end()));
}

}  // namespace intercusp::python
