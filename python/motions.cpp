// first_contact.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/results/closing/report.h"
#include "io/results/closing/words.h"
#include "occlusion/motion/closing/closing.h"
#include "python/arrays.h"
#include "python/case_of_jaws.h"
#include "python/errors.h"
#include "python/module.h"
#include "python/work.h"

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
  const ClosingOptions options{.pixel_mm = within(limits::pixel_mm, "pixel_mm", pixel_mm)};
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
          "Degrees of the turn; 0 where the jaws overlap at the start, None where they do not meet.")
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
       "inf: it does not, NaN: no scanned surfaces face each other. None where there is no map.");
  grid("upper_face", &ClosingMap::upper_face,
       "(rows, columns) int32: face of the upper that is met; -1: none.");
  grid("lower_face", &ClosingMap::lower_face, "(rows, columns) int32: the same of the lower.");
  add_report<ClosedCase>(type, "close` or `slide", [](const std::shared_ptr<ClosedCase>& self) {
    return report_of(std::shared_ptr<const Closing>(self, &self->closing), self->of_case->inputs());
  });
}

}  // namespace

void add_motions(py::module_& module) {
  add_first_contact(module);
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
}

}  // namespace intercusp::python
