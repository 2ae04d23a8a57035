// Binds interfere.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <set>

#include "io/case/import_solids.h"
#include "io/results/several/report.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

//! Names of the solids: the name of their first file, empty for arrays. If two are equal, their index is added.
std::vector<NamedSolid> named(const std::vector<std::shared_ptr<ImportedJaw>>& jaws) {
  std::vector<NamedSolid> solids;
  std::multiset<std::string> names;
  for (const std::shared_ptr<ImportedJaw>& jaw : jaws) {
    if (!jaw) throw py::type_error("solids: wants Jaw objects, not None");
    const std::vector<InputFile>& files = jaw->report.files;
    const std::string name = files.empty() ? "" : Path(files.front().path).filename().string();
    names.insert(name);
    solids.push_back({.name = name, .solid = jaw->solid, .import = jaw->report});
  }
  for (std::size_t i = 0; i < solids.size(); ++i)
    if (names.count(solids[i].name) > 1) solids[i].name += "[" + std::to_string(i) + "]";
  return solids;
}

void find(InterferenceReport& report, const Progress& progress) {
  std::vector<SolidOrBody> solids;
  std::vector<int> teeth;
  for (const NamedSolid& solid : report.solids) {
    solids.push_back({solid.solid, solid.body});
    teeth.push_back(solid.fdi);
  }
  report.found = find_interference(solids, report.options, part_of(progress, 0, 0.8));
  report.neighbours = find_neighbours(solids, teeth, part_of(progress, 0.8, 1));
}

std::shared_ptr<InterferenceReport> interfere(
    const std::variant<std::vector<std::shared_ptr<ImportedJaw>>, std::vector<Path>>& solids,
    const std::string& engine, double pixel_mm, const std::optional<std::string>& unit) {
  auto result = std::make_shared<InterferenceReport>();
  result->options = {.engine = one_of<InterferenceEngine>("engine", engine), .pixel_mm = pixel_mm};
  each_option(result->options, CheckRange());
  const std::optional<double> scale = unit_named(unit);
  std::vector<std::string> sources;
  if (const auto* const paths = std::get_if<std::vector<Path>>(&solids))
    for (const Path& path : *paths) sources.push_back(path.string());
  else
    result->solids = named(std::get<std::vector<std::shared_ptr<ImportedJaw>>>(solids));
  without_lock([&](const Progress& progress) {
    if (!sources.empty()) {
      ImportedSolids imported = import_solids(sources, scale);
      result->solids = std::move(imported.solids);
      result->remarks = std::move(imported.remarks);
    }
    if (result->solids.size() > 1) find(*result, progress);
  });
  if (result->solids.size() < 2)
    refuse("solids", "two or more solids, or a file that describes several bodies");
  return result;
}

}  // namespace

void add_solids(py::module_& module) {
  py::class_<InterferenceReport, std::shared_ptr<InterferenceReport>> type(
      module, "Interference",
      "Which of several solids overlap; report()['pairs'] has every pair, a before b in the order given.");
  type.def_property_readonly(
      "pairs_interfering",
      [](const InterferenceReport& self) {
        py::list pairs;
        for (const PairInterference& pair : self.found.near_pairs)
          if (pair.interference) pairs.append(py::make_tuple(pair.a, pair.b, pair.depth_mm));
        return pairs;
      },
      "(a, b, depth_mm) of each pair that overlaps: places among the solids, a < b, and the depth in mm.");
  add_report<InterferenceReport>(
      type, "interfere", [](const std::shared_ptr<InterferenceReport>& self) { return report_of(self); });
  module.def("interfere", &interfere, py::arg("solids"), py::kw_only(), py::arg("engine") = "zlist",
             py::arg("pixel_mm") = InterferenceOptions{}.pixel_mm, py::arg("unit") = py::none(),
             "Interference of two or more solids.\n\n"
             "solids: files as source of read_jaw, among them BODIES.json; or Jaw objects,\n"
             "in the frame of their arrays\n"
             "engine: 'zlist', 'cinder' (OpenGL) or 'ray'\n"
             "pixel_mm: greatest distance between lines; less for small overlaps\n"
             "unit: of the files\n\n"
             "Raises InputError if a file cannot be used, EngineError if OpenGL is requested but missing.");
}

}  // namespace intercusp::python
