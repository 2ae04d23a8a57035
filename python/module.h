// What the module's files share: the functions that each adds, the case, and long work without the
// interpreter's lock.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/case/import_jaw.h"
#include "io/files/result_folder.h"
#include "io/files/value.h"
#include "io/report/report.h"
#include "occlusion/base/progress.h"
#include "occlusion/case/case.h"

namespace intercusp::python {

namespace py = pybind11;

void add_cases(py::module_& module);    // Jaw, Case, read_jaw, segment
void add_maps(py::module_& module);     // clearance_map, surface_distance, contacts, validate
void add_bites(py::module_& module);    // find_bite, settle
void add_models(py::module_& module);   // model
void add_motions(py::module_& module);  // first_contact, articulate, play
void add_solids(py::module_& module);   // interfere
void add_scans(py::module_& module);    // register, compare

//! The C++ side of Case: two jaws as they were read, and the case prepared from them.
struct CaseOfJaws {
  std::shared_ptr<const ImportedJaw> upper, lower;
  std::shared_ptr<const Case> bite_case;

  [[nodiscard]] Inputs inputs() const { return {.upper = upper->report, .lower = lower->report}; }
};
using SharedCase = std::shared_ptr<const CaseOfJaws>;

// Handles the end of the interpreter while other threads still work. Python would end a thread that then
// requests the interpreter's lock in the middle of our C++ code, which aborts the process. So the interpreter
// waits until all work has stopped.

//! Work for which the interpreter waits when it ends.
//! \pre the interpreter's lock is held at the beginning and at the end
class AwaitedWork {
 public:
  //! \throw SystemExit, which ends a thread silently, if the interpreter is already ending; RuntimeError in a
  //! process that was forked while a thread computed
  AwaitedWork();
  ~AwaitedWork();
  AwaitedWork(const AwaitedWork&) = delete;
  AwaitedWork& operator=(const AwaitedWork&) = delete;

  //! Whether the work should end because the interpreter ends.
  [[nodiscard]] static bool should_end();
};

//! Ends the thread. \throw SystemExit
[[noreturn]] void end_thread();

//! At the interpreter's end, requests all work to stop and waits for it.
void await_works_at_exit();

//! Runs `work(progress)` on a separate thread, because only Python's main thread receives Ctrl-C. This thread
//! waits without the lock and checks for it twenty times a second.
//! \throw what the work throws; KeyboardInterrupt once the work has stopped; SystemExit if the
//! interpreter ends
//! \pre the work does not touch Python objects
template <class Work>
auto without_lock(const Work& work) {
  const AwaitedWork awaited;
  std::atomic<bool> stopped = false;
  const Progress progress = [&stopped](double) {
    if (stopped) throw Cancelled();
  };
  auto job = std::async(std::launch::async, [&] { return work(progress); });
  std::optional<py::error_already_set> interrupt;
  for (bool done = false; !done;) {
    {
      const py::gil_scoped_release release;
      done = job.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready;
    }
    if (AwaitedWork::should_end()) stopped = true;
    if (!interrupt && PyErr_CheckSignals() != 0) {
      interrupt.emplace();
      stopped = true;
    }
  }
  if (!stopped) return job.get();
  try {
    (void)job.get();
  } catch (const std::exception&) {  // Cancelled, or a consequence of the interrupt
  }
  if (!interrupt) end_thread();
  throw *interrupt;
}

//! The report that the program prints with --json, as a dict.
//! \param make returns a Report
template <class Make>
[[nodiscard]] py::object report_dict(const Make& make) {
  const AwaitedWork awaited;  // Python's JSON reader may let other threads run
  const std::string text = without_lock([&](const Progress&) { return json_lines(make().json); });
  return py::module_::import("json").attr("loads")(text);
}

//! Writes the files that the program writes with --out. Files of earlier runs become warnings.
template <class Make>
void write_report(const std::filesystem::path& folder, const Make& make) {
  const std::vector<std::string> what_went = without_lock([&](const Progress&) {
    make_folder(folder);
    check_writable(folder);
    const Report report = make();
    const std::vector<OutputFile> files = files_of(report);
    return sentences_of(write_results({.folder = folder, .record = report.json_name, .inputs = {}},
                                      report.json, std::span(files).subspan(1)),
                        folder);
  });
  for (const std::string& sentence : what_went) py::module_::import("warnings").attr("warn")(sentence);
}

//! Adds `report()` and `write(folder)` to a result's class.
//! \param make returns the Report of a std::shared_ptr to the result
template <class Result, class Class, class Make>
void add_report(Class& type, const std::string& command, Make make) {
  type.def(
      "report",
      [make](const std::shared_ptr<Result>& result) { return report_dict([&] { return make(result); }); },
      ("What `intercusp " + command + " --json` prints, as a dict; None for what is not finite.").c_str());
  type.def(
      "write",
      [make](const std::shared_ptr<Result>& result, const std::filesystem::path& folder) {
        write_report(folder, [&] { return make(result); });
      },
      py::arg("folder"),
      ("Writes the files of `intercusp " + command +
       " --out folder`: all of them or none.\n\nRaises OutputError where the folder cannot be written, or "
       "holds a file of such a name that the program did not write, or the results of other scans. Warns of "
       "files that an earlier run wrote and this one did not: unchanged ones are removed.")
          .c_str());
}

}  // namespace intercusp::python
