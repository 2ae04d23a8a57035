// find_bite, settle and play.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/track_file.h"
#include "io/results/bite/report.h"
#include "io/results/bite/words.h"
#include "io/results/seating/report.h"
#include "io/results/tracks/report.h"
#include "occlusion/base/angles.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/registration/find_bite.h"
#include "python/arrays.h"
#include "python/case_of_jaws.h"
#include "python/errors.h"
#include "python/module.h"
#include "python/sources.h"
#include "python/work.h"

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

struct PlayedJaws {
  SharedCase of_case;
  TrackFile track;
  std::string path;
  Playback playback;
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
  const SettleOptions options{
      .tolerance_mm = within(limits::settle_tolerance_mm, "tolerance_mm", tolerance_mm),
      .max_motion_mm = within(limits::settle_motion_mm, "max_motion_mm", max_motion_mm),
      .direction = direction_of("direction", direction)};
  return without_lock([&](const Progress& progress) {
    return std::make_shared<SettledCase>(SettledCase{jaws, settle(jaws->bite_case, options, progress)});
  });
}

std::shared_ptr<PlayedJaws> play_track(const SharedCase& jaws, const std::filesystem::path& track,
                                       const std::string& engine, double pixel_mm,
                                       const py::object& direction, double threshold_mm,
                                       std::optional<double> rate_hz, std::optional<double> track_rate_hz,
                                       const std::optional<std::string>& track_unit) {
  const PlayOptions options{.engine = one_of<EngineKind>("engine", engine),
                            .pixel_mm = within(limits::pixel_mm, "pixel_mm", pixel_mm),
                            .direction = direction_of("direction", direction),
                            .threshold_mm = within(limits::threshold_mm, "threshold_mm", threshold_mm),
                            .rate_hz = rate_hz};
  if (rate_hz) (void)within(limits::samples_per_s, "rate_hz", *rate_hz);
  if (track_rate_hz) (void)within(limits::samples_per_s, "track_rate_hz", *track_rate_hz);
  const TrackOptions reading{.rate_hz = track_rate_hz, .mm_per_unit = unit_named(track_unit)};
  return without_lock([&](const Progress& progress) {
    PlayedJaws result{
        .of_case = jaws, .track = read_track(track, reading), .path = track.string(), .playback = {}};
    result.playback = play({jaws->upper->solid, jaws->lower->solid}, result.track.track, options, progress);
    return std::make_shared<PlayedJaws>(std::move(result));
  });
}

//! (k, …) over one member of the entries of a list.
template <class Entry>
py::array series_view(const std::vector<Entry>& entries, const double* first, const Shape& each,
                      const Shape& strides, py::handle owner) {
  Shape shape = {static_cast<py::ssize_t>(entries.size())}, steps = {static_cast<py::ssize_t>(sizeof(Entry))};
  shape.insert(shape.end(), each.begin(), each.end());
  steps.insert(steps.end(), strides.begin(), strides.end());
  if (entries.empty()) return py::array_t<double>(shape);
  return view_of(first, shape, owner, steps);
}

template <class Entry>
py::array poses_view(const std::vector<Entry>& entries, py::handle owner) {
  constexpr py::ssize_t number = sizeof(double);  // Eigen stores column by column
  const double* const first = entries.empty() ? nullptr : entries.front().upper_from_lower.matrix().data();
  return series_view(entries, first, {4, 4}, {number, 4 * number}, owner);
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
          "(4, 4) float64, mm, or None where the bite is not determined.")
      .def_property_readonly("candidates", viewing<BiteOfJaws>([](const BiteOfJaws& self, py::handle owner) {
                               return poses_view(self.found.candidates, owner);
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
          "(4, 4) float64, mm, or None where it is refused.")
      .def_property_readonly(
          "place_found", [](const SettledCase& self) { return array_or_none(self.settlement.found); },
          "(4, 4) float64, accepted or not; None where none was searched.");
  add_report<SettledCase>(type, "settle", [](const std::shared_ptr<SettledCase>& self) {
    return report_of(std::shared_ptr<const Settlement>(self, &self->settlement), self->of_case->inputs());
  });
}

void add_playback(py::module_& module) {
  py::class_<PlayedJaws, std::shared_ptr<PlayedJaws>> type(
      module, "Playback", "Contacts over a recorded motion; report() has teeth and movements.");
  const auto series = [&](const char* name, auto read, const char* doc) {
    type.def_property_readonly(name, viewing<PlayedJaws>([read](const PlayedJaws& self, py::handle owner) {
                                 const std::vector<PlaybackSample>& all = self.playback.samples;
                                 return series_view(all, all.empty() ? nullptr : &read(all.front()), {}, {},
                                                    owner);
                               }),
                               doc);
  };
  series(
      "times_s", [](const PlaybackSample& sample) -> const double& { return sample.time_s; },
      "(k,) float64, s: times of the poses.");
  series(
      "contact_mm2",
      [](const PlaybackSample& sample) -> const double& { return sample.contacts.surface_mm2; },
      "(k,) float64, mm²: area of the lower's surface in contact.");
  series(
      "least_mm", [](const PlaybackSample& sample) -> const double& { return sample.contacts.least_mm; },
      "(k,) float64, mm: least clearance, negative where the jaws overlap; inf where they do not face each "
      "other.");
  type.def_property_readonly("upper_from_lower",
                             viewing<PlayedJaws>([](const PlayedJaws& self, py::handle owner) {
                               return poses_view(self.playback.samples, owner);
                             }),
                             "(k, 4, 4) float64, mm: the poses.");
  add_report<PlayedJaws>(type, "play", [](const std::shared_ptr<PlayedJaws>& self) {
    return report_of(std::shared_ptr<const Playback>(self, &self->playback), {self->track, self->path},
                     self->of_case->inputs());
  });
}

}  // namespace

void add_bites(py::module_& module) {
  add_found_bite(module);
  add_settled(module);
  add_playback(module);
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
  module.def("play", &play_track, py::arg("case").none(false), py::arg("track"), py::kw_only(),
             py::arg("engine") = "auto", py::arg("pixel_mm") = PlayOptions{}.pixel_mm,
             py::arg("direction") = py::none(), py::arg("threshold_mm") = PlayOptions{}.threshold_mm,
             py::arg("rate_hz") = py::none(), py::arg("track_rate_hz") = py::none(),
             py::arg("track_unit") = py::none(),
             "Playback of a recorded motion of the lower; the pose of the case is not used.\n\n"
             "track: a file as `intercusp play --track` takes it\n"
             "threshold_mm: largest clearance that counts as contact\n"
             "rate_hz: poses per second, interpolated; None: the track's own times\n"
             "track_rate_hz, track_unit: of a track that does not state them");
}

}  // namespace intercusp::python
