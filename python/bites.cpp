// Binds find_bite, checkbite and settle.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <map>

#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/results/bite/report.h"
#include "io/results/checkbite/records.h"
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

struct CheckbiteOfJaws {
  SharedJaw upper, lower;
  CheckbiteInputs inputs;
  Checkbite result;
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

//! Two files are two scans of one position.
std::vector<GivenRecord> given_records(const std::map<std::string, Source>& records) {
  std::vector<GivenRecord> given;
  for (const auto& [name, source] : records) {
    GivenRecord& record = given.emplace_back(GivenRecord{.name = name, .files = {}});
    if (const auto* const one = std::get_if<Path>(&source)) record.files = {text_of(*one)};
    if (const auto* const several = std::get_if<std::vector<Path>>(&source))
      for (const Path& file : *several) record.files.push_back(text_of(file));
  }
  check_records(given);
  return given;
}

std::shared_ptr<CheckbiteOfJaws> checkbite_of(const SharedJaw& upper, const SharedJaw& lower,
                                              const std::map<std::string, Source>& records,
                                              const std::pair<double, double>& bite_error,
                                              double intercondylar_mm,
                                              const std::optional<std::string>& unit) {
  CheckbiteOptions options{
      .intercondylar_mm = intercondylar_mm,
      .bite_error = {
          .translation_mm = within(limits::bite_shift_mm, "bite_error", bite_error.first),
          .rotation_rad = within(limits::bite_turn_deg, "bite_error", bite_error.second) * rad_per_deg}};
  each_option(options, CheckRange());
  const std::vector<GivenRecord> given = given_records(records);
  const std::optional<double> mm_per_unit = unit_named(unit);
  return without_lock([&](const Progress& progress) {
    const Bite jaws{upper->solid, lower->solid};
    ReadRecords read = read_records(given, jaws, options.bite_error, mm_per_unit, progress);
    return std::make_shared<CheckbiteOfJaws>(
        CheckbiteOfJaws{upper,
                        lower,
                        {.jaws = {.upper = upper->report, .lower = lower->report}, .records = read.files},
                        checkbite(jaws, std::move(read.records), options)});
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

void add_checkbite(py::module_& module) {
  py::class_<CheckbiteOfJaws, std::shared_ptr<CheckbiteOfJaws>> type(
      module, "Checkbite",
      "The patient's articulator; report()['remarks'] says what the records do not tell.");
  type.def_property_readonly(
      "determined", [](const CheckbiteOfJaws& self) { return self.result.determined(); },
      "Whether the hinge axis is.");
  add_report<CheckbiteOfJaws>(type, "checkbite", [](const std::shared_ptr<CheckbiteOfJaws>& self) {
    return report_of(std::shared_ptr<const Checkbite>(self, &self->result), self->inputs);
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
  add_checkbite(module);
  add_settled(module);
  module.def("find_bite", &find_bite_of, py::arg("upper").none(false), py::arg("lower").none(false),
             py::kw_only(), py::arg("buccal") = std::vector<Source>(), py::arg("unit") = py::none(),
             "FoundBite of two jaws that were exported without their bite.\n\n"
             "buccal: files of scans taken from the cheek in occlusion, one or both sides; none: by the "
             "arches alone\n"
             "unit: of these files; None: mm");
  module.def(
      "checkbite", &checkbite_of, py::arg("upper").none(false), py::arg("lower").none(false),
      py::arg("records"), py::kw_only(),
      py::arg("bite_error") = std::pair(BiteError{}.translation_mm, BiteError{}.rotation_rad / rad_per_deg),
      py::arg("intercondylar_mm") = CheckbiteOptions{}.intercondylar_mm, py::arg("unit") = py::none(),
      "Checkbite: hinge axis and articulator settings from several recorded positions.\n\n"
      "records: by name (centric, open, protrusion, left, right, all but centric also numbered) one or two "
      "buccal scans, or the file of a pose\n"
      "bite_error: (mm, degrees), standard deviations of records that are poses\n"
      "intercondylar_mm: the ends of the axis lie at half of it left and right of the midline\n"
      "unit: of the scans; None: mm");
  module.def("settle", &settle_case, py::arg("case").none(false), py::kw_only(),
             py::arg("tolerance_mm") = SettleOptions{}.tolerance_mm,
             py::arg("max_motion_mm") = SettleOptions{}.max_motion_mm, py::arg("direction") = py::none(),
             "Settlement: a stable bite near the pose of the case.\n\n"
             "tolerance_mm: largest penetration allowed, as surface distance\n"
             "max_motion_mm: largest motion of any point of the lower\n"
             "direction: (3,) of closing, case frame; None: superior");
}

}  // namespace intercusp::python
