// Binds first_contact, articulate and play.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <variant>

#include "io/case/track_file.h"
#include "io/results/articulator/report.h"
#include "io/results/closing/report.h"
#include "io/results/tracks/report.h"
#include "occlusion/motion/articulator/sensitivity.h"
#include "occlusion/motion/closing/closing.h"
#include "occlusion/motion/tracks/play.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

struct ClosedCase {
  SharedCase of_case;
  Closing closing;
};

Motion motion_of(const py::object& axis, const py::object& along, double max_angle_deg, double max_mm) {
  if (axis.is_none() == along.is_none()) refuse("first_contact", "either axis or along");
  if (!along.is_none())
    return Motion::shift(*direction_of("along", along), within(limits::shift_mm, "max_mm", max_mm));
  constexpr const char* wants = "six numbers: a point of the axis and a direction that is not zero";
  const std::vector<double> n = numbers_of("axis", axis, 6, wants);
  const Eigen::Vector3d point(n[0], n[1], n[2]), direction(n[3], n[4], n[5]);
  return Motion::turn(place_of("axis", point), direction_of("axis", direction),
                      within(limits::turn_deg, "max_angle_deg", max_angle_deg) * rad_per_deg);
}

std::shared_ptr<ClosedCase> first_contact(const SharedCase& jaws, const py::object& axis,
                                          const py::object& along, double max_angle_deg, double max_mm,
                                          double pixel_mm) {
  const Motion motion = motion_of(axis, along, max_angle_deg, max_mm);
  ClosingOptions options{.pixel_mm = pixel_mm};
  each_option(options, CheckRange());
  return without_lock([&](const Progress& progress) {
    return std::make_shared<ClosedCase>(
        ClosedCase{jaws, find_closing(jaws->bite_case, motion, options, progress)});
  });
}

void add_first_contact(py::module_& module) {
  py::class_<ClosedCase, std::shared_ptr<ClosedCase>> type(
      module, "FirstContact",
      "Where a motion of the lower first brings the jaws together: exact, whatever the pixels of the map.");
  const auto amount = [](bool turn) {
    return [turn](const ClosedCase& self) -> std::optional<double> {
      const FirstContactAnswer& answer = self.closing.answer;
      if (turns(self.closing) != turn) return std::nullopt;
      if (answer.starts_overlapping) return 0;
      return answer.contact ? std::optional(shown_amount(self.closing, answer.contact->amount))
                            : std::nullopt;
    };
  };
  const auto place = [](const ClosedCase& self) -> std::optional<Eigen::Vector3d> {
    const FirstContactAnswer& answer = self.closing.answer;
    if (answer.contact) return answer.contact->case_point;
    return answer.deepest ? std::optional(answer.deepest->case_point) : std::nullopt;
  };
  const auto grid = [&](const char* name, auto ClosingMap::*values, const char* doc) {
    type.def_property_readonly(
        name, viewing<ClosedCase>([values](const ClosedCase& self, py::handle owner) -> py::object {
          const std::optional<ClosingMap>& map = self.closing.mapping.map;
          if (!map) return py::none();
          return view_of((*map).*values, map->view.grid, owner);
        }),
        doc);
  };
  type.def_property_readonly(
          "first_contact_deg", amount(true),
          "Degrees of the turn; 0 where the jaws overlap at the start, None if they do not meet.")
      .def_property_readonly("first_contact_mm", amount(false), "mm of the shift; 0 and None likewise.")
      .def_property_readonly(
          "starts_overlapping", [](const ClosedCase& self) { return self.closing.answer.starts_overlapping; },
          "Whether the jaws overlap before they move.")
      .def_property_readonly(
          "point_mm", [place](const ClosedCase& self) { return array_or_none(place(self)); },
          "(3,) mm, case frame: where they meet, or the deepest place of the overlap at the start; or None.")
      .def_property_readonly(
          "pose_at_contact",
          [](const ClosedCase& self) -> py::object {
            if (!self.closing.answer.contact) return py::none();
            return array_of(self.closing.pose_at_contact());
          },
          "(4, 4) upper_from_lower at first contact, or None.");
  grid("travel_mm", &ClosingMap::travel_mm,
       "(rows, columns) float32: how far the lower's surface still moves at each pixel until it meets the "
       "upper;\n"
       "inf: it does not, NaN: no scanned surfaces face each other. None if there is no map.");
  grid("upper_face", &ClosingMap::upper_face,
       "(rows, columns) int32: face of the upper that is met; -1: none.");
  grid("lower_face", &ClosingMap::lower_face, "(rows, columns) int32: the same of the lower.");
  add_report<ClosedCase>(type, "close` or `slide", [](const std::shared_ptr<ClosedCase>& self) {
    return report_of(std::shared_ptr<const Closing>(self, &self->closing), self->of_case->inputs());
  });
}

struct ArticulatedJaws {
  SharedCase of_case;
  ArticulatedBite bite;
  std::optional<Sensitivity> sensitivity;
};

//! One number for both sides, or right and left.
using Sides = std::variant<double, std::pair<double, double>>;

BothSides sides_of(const Sides& sides, double unit) {
  if (const double* const both = std::get_if<double>(&sides)) return {*both * unit, *both * unit};
  const auto [right, left] = std::get<std::pair<double, double>>(sides);
  return {right * unit, left * unit};
}

Sides shown(const BothSides& sides, double unit) { return std::pair(sides.right / unit, sides.left / unit); }

std::optional<Condyles> condyles_of(const py::object& condyles) {
  if (condyles.is_none()) return std::nullopt;
  constexpr const char* wants = "(2, 3): the right condyle and the left one, 20 to 300 mm apart";
  const std::vector<double> n = numbers_of("condyles", condyles, 6, wants);
  const Condyles both{.right = {n[0], n[1], n[2]}, .left = {n[3], n[4], n[5]}};
  for (const Eigen::Vector3d& condyle : {both.right, both.left}) (void)place_of("condyles", condyle);
  if (!limits::condyles_apart_mm.holds(both.distance_mm())) refuse("condyles", wants);
  return both;
}

std::shared_ptr<ArticulatedJaws> articulate_case(const SharedCase& jaws, const py::object& condyles,
                                                 double bonwill_arm_mm, double intercondylar_mm,
                                                 double balkwill_deg, const Sides& inclination_deg,
                                                 const Sides& bennett_deg, const Sides& side_shift_mm,
                                                 double threshold_mm, int sensitivity) {
  (void)within({0, SensitivityOptions::most_settings}, "sensitivity", sensitivity);
  ArticulateOptions options{.settings = {{.bonwill_arm_mm = bonwill_arm_mm,
                                          .intercondylar_mm = intercondylar_mm,
                                          .balkwill_rad = balkwill_deg * rad_per_deg},
                                         {.inclination_rad = sides_of(inclination_deg, rad_per_deg),
                                          .bennett_rad = sides_of(bennett_deg, rad_per_deg),
                                          .side_shift_mm = sides_of(side_shift_mm, 1)}},
                            .condyles = condyles_of(condyles),
                            .threshold_mm = threshold_mm};
  each_option(options, CheckRange());
  try {
    check_settings(options.settings);
  } catch (const std::invalid_argument& error) {
    throw py::value_error(error.what());
  }
  return without_lock([&](const Progress& progress) {
    const ArticulatedCase prepared = articulated_case(jaws->bite_case);
    ArticulatedJaws result{.of_case = jaws, .bite = articulate(prepared, options, progress)};
    if (sensitivity > 0)
      result.sensitivity = sweep_settings(
          prepared,
          {.settings = sensitivity, .threshold_mm = options.threshold_mm, .condyles = options.condyles},
          progress);
    return std::make_shared<ArticulatedJaws>(std::move(result));
  });
}

void add_articulation(py::module_& module) {
  py::class_<ArticulatedJaws, std::shared_ptr<ArticulatedJaws>> type(
      module, "Articulation",
      "Excursions on a virtual articulator; report()['movements'] has guidance and contacts.");
  type.def_property_readonly(
          "paths", viewing<ArticulatedJaws>([](const ArticulatedJaws& self, py::handle owner) {
            py::dict paths;
            for (const MovementReport& movement : self.bite.movements) {
              paths[name_of(movement.excursion)] = poses_view(
                  movement.path, [](const ContactStep& step) -> auto& { return step.pose.upper_from_lower; },
                  owner);
            }
            return paths;
          }),
          "dict of (k, 4, 4) upper_from_lower, by the name of the movement: poses from intercuspation on.")
      .def_property_readonly(
          "opening", viewing<ArticulatedJaws>([](const ArticulatedJaws& self, py::handle owner) {
            return poses_view(
                self.bite.opening, [](const ArticulatedPose& pose) -> auto& { return pose.upper_from_lower; },
                owner);
          }),
          "(k, 4, 4) upper_from_lower of the opening, from intercuspation on.")
      .def_property_readonly(
          "intercuspation",
          [](const ArticulatedJaws& self) {
            return array_of(self.bite.intercuspation.pose.upper_from_lower);
          },
          "(4, 4) upper_from_lower closed about the hinge axis.");
  add_report<ArticulatedJaws>(type, "articulate", [](const std::shared_ptr<ArticulatedJaws>& self) {
    return report_of(std::shared_ptr<const ArticulatedBite>(self, &self->bite),
                     self->sensitivity ? &*self->sensitivity : nullptr, self->of_case->inputs(), {});
  });
}

struct PlayedJaws {
  SharedCase of_case;
  TrackFile track;
  std::string path;
  Playback playback;
};

std::shared_ptr<PlayedJaws> play_track(const SharedCase& jaws, const std::filesystem::path& track,
                                       const std::string& engine, double pixel_mm,
                                       const py::object& direction, double threshold_mm,
                                       std::optional<double> rate_hz, std::optional<double> track_rate_hz,
                                       const std::optional<std::string>& track_unit, bool mend_rotations) {
  PlayOptions options{.engine = one_of<EngineKind>("engine", engine),
                      .pixel_mm = pixel_mm,
                      .direction = direction_of("direction", direction),
                      .threshold_mm = threshold_mm,
                      .rate_hz = rate_hz};
  each_map_option(options, CheckRange());
  each_option(options, CheckRange());
  if (track_rate_hz) (void)within(limits::samples_per_s, "track_rate_hz", *track_rate_hz);
  const TrackOptions reading{
      .rate_hz = track_rate_hz, .mm_per_unit = unit_named(track_unit), .mend_rotations = mend_rotations};
  return without_lock([&](const Progress& progress) {
    PlayedJaws result{
        .of_case = jaws, .track = read_track(track, reading), .path = track.string(), .playback = {}};
    result.playback = play({jaws->upper->solid, jaws->lower->solid}, result.track.track, options, progress);
    return std::make_shared<PlayedJaws>(std::move(result));
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
  type.def_property_readonly(
      "upper_from_lower", viewing<PlayedJaws>([](const PlayedJaws& self, py::handle owner) {
        return poses_view(
            self.playback.samples,
            [](const PlaybackSample& sample) -> auto& { return sample.upper_from_lower; }, owner);
      }),
      "(k, 4, 4) float64, mm: the poses.");
  add_report<PlayedJaws>(type, "play", [](const std::shared_ptr<PlayedJaws>& self) {
    return report_of(std::shared_ptr<const Playback>(self, &self->playback), {self->track, self->path},
                     self->of_case->inputs());
  });
}

}  // namespace

void add_motions(py::module_& module) {
  add_first_contact(module);
  add_articulation(module);
  add_playback(module);
  module.def("first_contact", &first_contact, py::arg("case").none(false), py::kw_only(),
             py::arg("axis") = py::none(), py::arg("along") = py::none(),
             py::arg("max_angle_deg") = usual_limit_deg, py::arg("max_mm") = usual_limit_mm,
             py::arg("pixel_mm") = ClosingOptions{}.pixel_mm,
             "FirstContact when the lower turns about a hinge axis, or moves along a line.\n\n"
             "axis: (6,) or (2, 3), case frame: a point, mm, and a direction; the lower turns right-handed "
             "about it\n"
             "along: (3,) direction of a shift, case frame; give this or axis\n"
             "max_angle_deg, max_mm: how far it moves\n"
             "pixel_mm: of the map of what remains; the first contact does not depend on it");
  const ArticulatorSettings usual;
  module.def(
      "articulate", &articulate_case, py::arg("case").none(false), py::kw_only(),
      py::arg("condyles") = py::none(), py::arg("bonwill_arm_mm") = usual.bonwill_arm_mm,
      py::arg("intercondylar_mm") = usual.intercondylar_mm,
      py::arg("balkwill_deg") = usual.balkwill_rad / rad_per_deg,
      py::arg("inclination_deg") = shown(usual.inclination_rad, rad_per_deg),
      py::arg("bennett_deg") = shown(usual.bennett_rad, rad_per_deg),
      py::arg("side_shift_mm") = shown(usual.side_shift_mm, 1),
      py::arg("threshold_mm") = ArticulateOptions{}.threshold_mm, py::arg("sensitivity") = 0,
      "Articulation of a case: protrusion and both laterotrusions, with the teeth that guide them.\n\n"
      "condyles: (2, 3) mm, case frame, right and left; None: from Bonwill triangle and Balkwill angle\n"
      "inclination_deg, bennett_deg, side_shift_mm: one number for both sides, or (right, left)\n"
      "threshold_mm: largest distance in any direction that counts as contact\n"
      "sensitivity: how many plausible settings are tried, to see which contacts depend on them\n\n"
      "Raises ValueError for impossible settings, InputError if left, right and anterior cannot be "
      "told.");
  module.def("play", &play_track, py::arg("case").none(false), py::arg("track"), py::kw_only(),
             py::arg("engine") = "auto", py::arg("pixel_mm") = PlayOptions{}.pixel_mm,
             py::arg("direction") = py::none(), py::arg("threshold_mm") = PlayOptions{}.threshold_mm,
             py::arg("rate_hz") = py::none(), py::arg("track_rate_hz") = py::none(),
             py::arg("track_unit") = py::none(), py::arg("mend_rotations") = false,
             "Playback of a recorded motion of the lower; the pose of the case is not used.\n\n"
             "track: a file as `intercusp play --track` takes it\n"
             "threshold_mm: largest clearance that counts as contact\n"
             "rate_hz: poses per second, interpolated; None: the track's own times\n"
             "track_rate_hz, track_unit: of a track that does not state them; mend_rotations: where rounding "
             "changed an entry by up to 0.02");
}

}  // namespace intercusp::python
