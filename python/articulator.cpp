// articulate.

#include <pybind11/stl.h>

#include <variant>

#include "io/results/articulator/report.h"
#include "occlusion/motion/articulator/sensitivity.h"
#include "python/arrays.h"
#include "python/case_of_jaws.h"
#include "python/errors.h"
#include "python/module.h"
#include "python/work.h"

namespace intercusp::python {
namespace {

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
  (void)within(0, SensitivityOptions::most_settings, "sensitivity", sensitivity);
  const ArticulateOptions options{
      .settings = {{.bonwill_arm_mm = bonwill_arm_mm,
                    .intercondylar_mm = intercondylar_mm,
                    .balkwill_rad = balkwill_deg * rad_per_deg},
                   {.inclination_rad = sides_of(inclination_deg, rad_per_deg),
                    .bennett_rad = sides_of(bennett_deg, rad_per_deg),
                    .side_shift_mm = sides_of(side_shift_mm, 1)}},
      .condyles = condyles_of(condyles),
      .threshold_mm = within(limits::tooth_contact_mm, "threshold_mm", threshold_mm)};
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

//! (k, 4, 4) over the poses inside entries of any type. \param first of the first entry  \param entry_bytes of one
py::array poses_view(const Eigen::Isometry3d* first, std::size_t count, std::size_t entry_bytes,
                     py::handle owner) {
  const auto k = static_cast<py::ssize_t>(count);
  if (k == 0) return py::array_t<double>(Shape{0, 4, 4});
  constexpr py::ssize_t number = sizeof(double);  // Eigen stores column by column
  return view_of(first->matrix().data(), {k, 4, 4}, owner,
                 {static_cast<py::ssize_t>(entry_bytes), number, 4 * number});
}

void add_articulation(py::module_& module) {
  py::class_<ArticulatedJaws, std::shared_ptr<ArticulatedJaws>> type(
      module, "Articulation",
      "Excursions on a virtual articulator; report()['movements'] has guidance and contacts.");
  type.def_property_readonly(
          "paths", viewing<ArticulatedJaws>([](const ArticulatedJaws& self, py::handle owner) {
            py::dict paths;
            for (const MovementReport& movement : self.bite.movements) {
              const std::vector<ContactStep>& steps = movement.path;
              paths[name_of(movement.excursion)] =
                  poses_view(steps.empty() ? nullptr : &steps.front().pose.upper_from_lower, steps.size(),
                             sizeof(ContactStep), owner);
            }
            return paths;
          }),
          "dict of (k, 4, 4) upper_from_lower, by the name of the movement: poses from intercuspation on.")
      .def_property_readonly("opening",
                             viewing<ArticulatedJaws>([](const ArticulatedJaws& self, py::handle owner) {
                               const std::vector<ArticulatedPose>& poses = self.bite.opening;
                               return poses_view(poses.empty() ? nullptr : &poses.front().upper_from_lower,
                                                 poses.size(), sizeof(ArticulatedPose), owner);
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

}  // namespace

void add_articulator(py::module_& module) {
  add_articulation(module);
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
      "Raises ValueError for settings that cannot be, InputError where left, right and anterior cannot be "
      "told.");
}

}  // namespace intercusp::python
