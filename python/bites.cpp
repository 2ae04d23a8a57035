// Binds find_bite and settle.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/results/bite/report.h"
#include "io/results/seating/report.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/registration/find_bite.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

using SharedJaw = std::shared_ptr<ImportedJaw>;

struct BiteOfJaws {
  SharedJaw upper, lower;
  BiteInputs inputs;
  FoundBite found;
};

struct SettledCase {
  SharedCase of_case;
  Settlement settlement;
};

std::shared_ptr<BiteOfJaws> find_bite_of(const SharedJaw& upper, const SharedJaw& lower,
                                         const std::vector<Source>& buccal,
                                         const std::optional<std::string>& unit) {
  if (upper == lower || have_same_files(upper->report, lower->report))
    refuse("lower", "another jaw than the upper");
  const std::optional<double> mm_per_unit = unit_named(unit);
  std::vector<std::string> sources;
  for (const Source& source : buccal) sources.push_back(text_of(source));
  return without_lock([&](const Progress& progress) {
    BiteOfJaws result{.upper = upper,
                      .lower = lower,
                      .inputs = {.jaws = {.upper = upper->report, .lower = lower->report}, .buccal = {}},
                      .found = {}};
    std::vector<JawScan> scans;
    for (const std::string& source : sources) {
      ReadScan read = read_buccal_scan(source, mm_per_unit);
      scans.push_back(*read.scan);
      result.inputs.buccal.push_back(std::move(read.report));
    }
    result.found = find_bite({upper->solid, lower->solid}, scans,
                             {.look_exchanged = look_exchanged(upper->report, lower->report)}, progress);
    return std::make_shared<BiteOfJaws>(std::move(result));
  });
}

std::shared_ptr<SettledCase> settle_case(const SharedCase& jaws, double tolerance_mm, double max_motion_mm,
                                         const py::object& direction) {
  SettleOptions options{.tolerance_mm = tolerance_mm,
                        .max_motion_mm = max_motion_mm,
                        .direction = direction_of("direction", direction)};
  each_option(options, CheckRange());
  return without_lock([&](const Progress& progress) {
    return std::make_shared<SettledCase>(SettledCase{jaws, settle(jaws->bite_case, options, progress)});
  });
}

void add_found_bite(py::module_& module) {
  py::class_<BiteOfJaws, std::shared_ptr<BiteOfJaws>> type(
      module, "FoundBite",
      "The bite of two jaws that were scanned without one; report() says why there is none.");
  type.def_property_readonly(
          "determined", [](const BiteOfJaws& self) { return self.found.determined(); },
          "Whether the best candidate is the bite.")
      .def_property_readonly(
          "method", [](const BiteOfJaws& self) { return name_of(self.found.method); },
          "'buccal' or 'arches'.")
      .def_property_readonly(
          "upper_from_lower",
          [](const BiteOfJaws& self) -> py::object {
            if (!self.found.determined()) return py::none();
            return array_of(self.found.candidates.front().upper_from_lower);
          },
          "(4, 4) float64, mm, or None if the bite is not determined.")
      .def_property_readonly("candidates", viewing<BiteOfJaws>([](const BiteOfJaws& self, py::handle owner) {
                               return poses_view(
                                   self.found.candidates,
                                   [](const BiteCandidate& one) -> auto& { return one.upper_from_lower; },
                                   owner);
                             }),
                             "(k, 4, 4) float64: poses of all candidates, best first.")
      .def_property_readonly("scores", viewing<BiteOfJaws>([](const BiteOfJaws& self, py::handle owner) {
                               const std::vector<BiteCandidate>& all = self.found.candidates;
                               return series_view(all, all.empty() ? nullptr : &all.front().score, {}, {},
                                                  owner);
                             }),
                             "(k,) float64, 0 to 1: their scores.");
  add_report<BiteOfJaws>(type, "bite", [](const std::shared_ptr<BiteOfJaws>& self) {
    return report_of(std::shared_ptr<const FoundBite>(self, &self->found), self->inputs);
  });
}

void add_settled(py::module_& module) {
  py::class_<SettledCase, std::shared_ptr<SettledCase>> type(
      module, "Settlement", "A stable bite near a pose; report()['refusals'] says why there is none.");
  type.def_property_readonly(
          "settled", [](const SettledCase& self) { return self.settlement.settled(); },
          "Whether the place found is accepted.")
      .def_property_readonly(
          "upper_from_lower",
          [](const SettledCase& self) -> py::object {
            return self.settlement.settled() ? array_of(*self.settlement.found) : py::object(py::none());
          },
          "(4, 4) float64, mm, or None if it is refused.")
      .def_property_readonly(
          "place_found", [](const SettledCase& self) { return array_or_none(self.settlement.found); },
          "(4, 4) float64, accepted or not; None if none was searched.");
  add_report<SettledCase>(type, "settle", [](const std::shared_ptr<SettledCase>& self) {
    return report_of(std::shared_ptr<const Settlement>(self, &self->settlement), self->of_case->inputs());
  });
}

}  // namespace

void add_bites(py::module_& module) {
  add_found_bite(module);
  add_settled(module);
  module.def("find_bite", &find_bite_of, py::arg("upper").none(false), py::arg("lower").none(false),
             py::kw_only(), py::arg("buccal") = std::vector<Source>(), py::arg("unit") = py::none(),
             "FoundBite of two jaws that were exported without their bite.\n\n"
             "buccal: files of scans taken from the cheek in occlusion, one or both sides; none: by the "
             "arches alone\n"
             "unit: of these files; None: mm");
  module.def("settle", &settle_case, py::arg("case").none(false), py::kw_only(),
             py::arg("tolerance_mm") = SettleOptions{}.tolerance_mm,
             py::arg("max_motion_mm") = SettleOptions{}.max_motion_mm, py::arg("direction") = py::none(),
             "Settlement: a stable bite near the pose of the case.\n\n"
             "tolerance_mm: largest penetration allowed, as surface distance\n"
             "max_motion_mm: largest motion of any point of the lower\n"
             "direction: (3,) of closing, case frame; None: superior");
}

}  // namespace intercusp::python
