// Binds clearance_map, surface_distance, contacts and validate.

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/case/jaw_of_mesh.h"
#include "io/results/inspection/report.h"
#include "io/results/validation/report.h"
#include "io/wording/definitions.h"
#include "occlusion/base/angles.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/inspect.h"
#include "occlusion/validation/validate.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

//! A map and its case. The map may be part of a larger result, which this keeps alive.
struct MapOfCase {
  std::shared_ptr<const ClearanceMap> map;
  EngineKind engine;
  EngineReason engine_reason;
};

struct DistancesOfCase {
  SharedCase of_case;
  SurfaceFindings findings;
};

struct InspectedCase {
  SharedCase of_case;
  Inspection inspection;
};

struct ValidatedCase {
  SharedCase of_case;
  Inspection inspection;  //!< the inspection whose maps were validated
  Validation validation;
};

//! The options of `intercusp validate`: computes only maps.
InspectionOptions maps_alone(const std::string& engine, double pixel_mm, const py::object& direction,
                             int sectors) {
  InspectionOptions options = with_maps_alone({.engine = one_of<EngineKind>("engine", engine),
                                               .pixel_mm = pixel_mm,
                                               .direction = direction_of("direction", direction),
                                               .sectors = sectors});
  each_option(options, CheckRange());
  return options;
}

std::shared_ptr<MapOfCase> clearance_map(const SharedCase& jaws, const std::string& engine, double pixel_mm,
                                         const py::object& direction) {
  const InspectionOptions options = maps_alone(engine, pixel_mm, direction, 1);
  return without_lock([&](const Progress& progress) {
    Inspection inspection = inspect(jaws->bite_case, options, progress);
    return std::make_shared<MapOfCase>(
        MapOfCase{std::make_shared<const ClearanceMap>(std::move(inspection.map)), inspection.engine,
                  inspection.engine_reason});
  });
}

std::shared_ptr<DistancesOfCase> surface_distance(const SharedCase& jaws) {
  return without_lock([&](const Progress& progress) {
    const Bite& bite = jaws->bite_case->bite;
    const PreparedJaws prepared = prepare_jaws(bite);
    progress(0.2);
    DistancesOfCase result{.of_case = jaws, .findings = {.distances = surface_distances(bite, prepared)}};
    progress(0.8);
    result.findings.least = least_distance(bite, prepared, result.findings.distances);
    return std::make_shared<DistancesOfCase>(std::move(result));
  });
}

std::vector<double> thresholds_of(const std::vector<double>& thresholds_mm) {
  std::vector<double> distinct = each_once(thresholds_mm);
  if (distinct.size() > limits::most_thresholds)
    refuse("thresholds_mm", fmt::format("at most {} different ones", limits::most_thresholds));
  return distinct;
}

BiteError bite_error_of(const std::pair<double, double>& deviations, int poses, std::uint64_t seed) {
  return {.translation_mm = within(limits::bite_shift_mm, "bite_error", deviations.first),
          .rotation_rad = within(limits::bite_turn_deg, "bite_error", deviations.second) * rad_per_deg,
          .poses = poses,
          .seed = seed};
}

std::shared_ptr<InspectedCase> contacts(const SharedCase& jaws, const std::vector<double>& thresholds_mm,
                                        const std::string& engine, double pixel_mm,
                                        const py::object& direction, int sectors, double area_error_percent,
                                        const std::pair<double, double>& bite_error, int bite_poses,
                                        std::uint64_t bite_seed, bool exact) {
  InspectionOptions options{
      .engine = one_of<EngineKind>("engine", engine),
      .pixel_mm = pixel_mm,
      .direction = direction_of("direction", direction),
      .sectors = sectors,
      .area_error = within(limits::area_error_percent, "area_error_percent", area_error_percent) / 100,
      .bite_error = bite_error_of(bite_error, bite_poses, bite_seed),
      .exact = exact,
      .thresholds_mm = thresholds_of(thresholds_mm)};
  each_option(options, CheckRange());
  return without_lock([&](const Progress& progress) {
    return std::make_shared<InspectedCase>(InspectedCase{jaws, inspect(jaws->bite_case, options, progress)});
  });
}

std::shared_ptr<ValidatedCase> validate_case(const SharedCase& jaws, int rays_per_pixel,
                                             const std::string& engine, double pixel_mm,
                                             const py::object& direction, int sectors) {
  const InspectionOptions options = maps_alone(engine, pixel_mm, direction, sectors);
  ValidationOptions rays{.rays_per_pixel = rays_per_pixel, .depth_tolerance_mm = options.depth_tolerance_mm};
  each_option(rays, CheckRange());
  return without_lock([&](const Progress& progress) {
    ValidatedCase result{.of_case = jaws, .inspection = inspect(jaws->bite_case, options)};
    result.validation = validate(result.inspection.maps, result.inspection.bite_case->bite, rays, progress);
    return std::make_shared<ValidatedCase>(std::move(result));
  });
}

//! With a given direction, the jaws may be any two bodies.
Inputs inputs_of(const CaseOfJaws& jaws, const InspectionOptions& options) {
  if (!options.direction) return jaws.inputs();
  return {.upper = without_search_for_teeth(jaws.upper->report),
          .lower = without_search_for_teeth(jaws.lower->report)};
}

//! Adds the position of pixels in the case frame.
void add_place(py::class_<MapOfCase, std::shared_ptr<MapOfCase>>& type) {
  type.def_property_readonly(
          "shape",
          [](const MapOfCase& self) {
            const PixelGrid& grid = self.map->view.grid;
            return py::make_tuple(grid.height, grid.width);
          },
          "(rows, columns)")
      .def_property_readonly(
          "spacing",
          [](const MapOfCase& self) {
            const double pixel_mm = self.map->view.grid.pixel_mm;
            return py::make_tuple(pixel_mm, pixel_mm);
          },
          "(down, right): mm between pixels' centres along rows and columns.")
      .def_property_readonly(
          "origin", [](const MapOfCase& self) { return array_of(self.map->view.case_point(0, 0, 0)); },
          "(3,) mm, case frame: the centre of pixel [0, 0] at depth 0. The line of pixel [row, column] runs "
          "through\n"
          "origin + row * spacing[0] * down + column * spacing[1] * right, along direction.")
      .def_property_readonly(
          "direction", [](const MapOfCase& self) { return array_of(self.map->view.direction()); },
          "(3,) unit vector of projection, from lower to upper, case frame.")
      .def_property_readonly(
          "right",
          [](const MapOfCase& self) {
            return array_of(Eigen::Vector3d(self.map->view.view_from_case.linear().row(0).transpose()));
          },
          "(3,) unit vector along a row, case frame; to the patient's left if axes were found.")
      .def_property_readonly(
          "down",
          [](const MapOfCase& self) {
            return array_of(Eigen::Vector3d(self.map->view.view_from_case.linear().row(1).transpose()));
          },
          "(3,) unit vector along a column, case frame; posterior if axes were found.");
}

void add_clearance_map(py::module_& module) {
  py::class_<MapOfCase, std::shared_ptr<MapOfCase>> type(
      module, "ClearanceMap",
      "Clearance along one direction: minus the longest overlap where the jaws overlap, else the least "
      "gap.\n\n"
      "Every array is (rows, columns), row 0 on top: seen from below, anterior on top, the patient's right "
      "on the left.");
  add_place(type);
  const auto grid = [&](const char* name, auto ClearanceMap::*values, const char* doc) {
    type.def_property_readonly(name, viewing<MapOfCase>([values](const MapOfCase& self, py::handle owner) {
                                 return view_of((*self.map).*values, self.map->view.grid, owner);
                               }),
                               doc);
  };
  grid("clearance_mm", &ClearanceMap::clearance_mm,
       "float32, mm, negative where the jaws overlap; NaN: no clearance; inf: nothing above the lower.");
  grid("overlap_mm", &ClearanceMap::overlap_mm, "float32, mm: summed lengths of all overlaps of the line.");
  grid("upper_face", &ClearanceMap::upper_face,
       "int32: face of case.upper that bounds the clearance; -1: none.");
  grid("lower_face", &ClearanceMap::lower_face, "int32: the same of case.lower.");
  grid("coverage", &ClearanceMap::coverage, "uint8: 0 neither jaw, 1 upper alone, 2 lower alone, 3 both.");
  grid("state", &ClearanceMap::state,
       "uint8: 0 outside, 1 free, 2 interfering, 3 not_anatomy: nothing between scanned surfaces.");
  grid("resolved_by", &ClearanceMap::resolved_by,
       "uint8, the stage that decided the state: 0 none, 1 pass1, 2 pass2, 3 layers, 4 rays.");
  grid("valued_by", &ClearanceMap::valued_by, "uint8, the stage that gave the clearance.");
  grid("upper_intervals", &ClearanceMap::upper_intervals,
       "uint8: how often the line runs inside the upper; 255: 255 or more.");
  grid("lower_intervals", &ClearanceMap::lower_intervals, "uint8: the same of the lower.");
  type.def_property_readonly(
          "engine", [](const MapOfCase& self) { return name_of(self.engine); },
          "'stencil', 'zlist' or 'ray'.")
      .def_property_readonly(
          "engine_reason", [](const MapOfCase& self) { return engine_reason_in_words(self.engine_reason); },
          "Why this engine.");
}

void add_surface_distance(py::module_& module) {
  py::class_<DistancesOfCase, std::shared_ptr<DistancesOfCase>> type(
      module, "SurfaceDistance",
      "Distance from each vertex to the closest point of the other jaw, in any direction; negative inside "
      "it.");
  const auto side = [&](const char* name, VertexDistances SurfaceDistances::*jaw,
                        auto VertexDistances::*values, const char* doc) {
    type.def_property_readonly(
        name, viewing<DistancesOfCase>([jaw, values](const DistancesOfCase& self, py::handle owner) {
          return view_of((self.findings.distances.*jaw).*values, owner);
        }),
        doc);
  };
  side("upper_mm", &SurfaceDistances::upper, &VertexDistances::mm,
       "(n,) float32, mm, per vertex of case.upper; NaN beside the scanned surface and where the side is "
       "unknown.");
  side("lower_mm", &SurfaceDistances::lower, &VertexDistances::mm, "(n,) float32, the same of case.lower.");
  side("upper_closest_face", &SurfaceDistances::upper, &VertexDistances::other_face,
       "(n,) uint32: closest face of case.lower; 0 where the distance is NaN.");
  side("lower_closest_face", &SurfaceDistances::lower, &VertexDistances::other_face,
       "(n,) uint32: closest face of case.upper.");
  side("upper_at_rim", &SurfaceDistances::upper, &VertexDistances::at_rim,
       "(n,) uint8, 1: the closest point lies on the rim of the other scan; what lies beyond may be closer.");
  side("lower_at_rim", &SurfaceDistances::lower, &VertexDistances::at_rim, "(n,) uint8, the same.");
  type.def_property_readonly(
          "least_mm",
          [](const DistancesOfCase& self) {
            const std::optional<LeastDistance>& least = self.findings.least;
            return least ? std::optional(least->distance_mm) : std::nullopt;
          },
          "The least distance of the whole surfaces, not of vertices alone; None if nothing is certain.")
      .def_property_readonly(
          "least_bound_mm",
          [](const DistancesOfCase& self) {
            const std::optional<LeastDistance>& least = self.findings.least;
            return least ? std::optional(least->bound_mm) : std::nullopt;
          },
          "No certain point of either surface is below this.")
      .def_property_readonly(
          "least_point_mm",
          [](const DistancesOfCase& self) -> py::object {
            const std::optional<LeastDistance>& least = self.findings.least;
            return least ? py::object(array_of(least->case_point)) : py::object(py::none());
          },
          "(3,) mm, case frame: where that is.");
}

void add_inspection(py::module_& module) {
  py::class_<InspectedCase, std::shared_ptr<InspectedCase>> type(
      module, "Contacts",
      "What `intercusp inspect` finds. report()['contacts'], ['areas'], ['teeth_in_contact'] and so on are "
      "lists of dicts\n"
      "(docs/FILE_FORMATS.md), as pandas.DataFrame takes them.");
  type.def_property_readonly(
          "clearance_map",
          [](const std::shared_ptr<InspectedCase>& self) {
            const Inspection& inspection = self->inspection;
            return MapOfCase{{self, &inspection.map}, inspection.engine, inspection.engine_reason};
          },
          "ClearanceMap of the whole arch along one direction.")
      .def_property_readonly(
          "interference", [](const InspectedCase& self) { return self.inspection.interference; },
          "Whether the jaws overlap.")
      .def_property_readonly(
          "min_clearance_mm", [](const InspectedCase& self) { return self.inspection.min_clearance_mm; },
          "Least clearance, negative where the jaws overlap; None without a finite clearance.")
      .def_property_readonly(
          "min_surface_distance_mm",
          [](const InspectedCase& self) {
            const std::optional<SurfaceFindings>& surface = self.inspection.surface;
            return surface && surface->least ? std::optional(surface->least->distance_mm) : std::nullopt;
          },
          "Least distance in any direction, negative where the jaws overlap; None if nothing is certain.");
  add_report<InspectedCase>(type, "inspect", [](const std::shared_ptr<InspectedCase>& self) {
    return report_of(std::shared_ptr<const Inspection>(self, &self->inspection),
                     inputs_of(*self->of_case, self->inspection.options));
  });
}

void add_validation(py::module_& module) {
  py::class_<ValidatedCase, std::shared_ptr<ValidatedCase>> type(
      module, "Validation", "Error of clearance maps against ray tracing: map - rays, mm.");
  const auto errors = [&](const char* name, auto MapErrors::*values, const char* doc) {
    type.def_property_readonly(name,
                               viewing<ValidatedCase>([values](const ValidatedCase& self, py::handle owner) {
                                 py::list list;
                                 for (const MapErrors& map : self.validation.maps)
                                   list.append(view_of(map.*values, map.view.grid, owner));
                                 return list;
                               }),
                               doc);
  };
  errors(
      "mean_error_mm", &MapErrors::mean_error_mm,
      "For each map (rows, columns) float32: against the mean of the pixel's rays; NaN where not compared.");
  errors("point_error_mm", &MapErrors::point_error_mm,
         "The same against the ray through the pixel's centre.");
  errors("near_silhouette", &MapErrors::near_silhouette, "The same as uint8: 1 within half a pixel of one.");
  type.def_property_readonly(
          "rms_mm", [](const ValidatedCase& self) { return self.validation.mean.rms_mm; },
          "RMS of the error against the mean of rays.")
      .def_property_readonly(
          "point_rms_mm", [](const ValidatedCase& self) { return self.validation.point.rms_mm; },
          "RMS of the error against the centre's ray, off silhouettes: that of the engine.")
      .def_property_readonly(
          "point_max_mm", [](const ValidatedCase& self) { return self.validation.point.max_mm; },
          "The greatest such error.");
  add_report<ValidatedCase>(type, "validate", [](const std::shared_ptr<ValidatedCase>& self) {
    const Inputs inputs = inputs_of(*self->of_case, self->inspection.options);
    return report_of(std::shared_ptr<const Validation>(self, &self->validation), self->inspection, inputs,
                     provenance_of(self->inspection, inputs.upper, inputs.lower));
  });
}

void add_map_functions(py::module_& module) {
  const InspectionOptions usual;
  module.def(
      "clearance_map", &clearance_map, py::arg("case").none(false), py::kw_only(), py::arg("engine") = "auto",
      py::arg("pixel_mm") = usual.pixel_mm, py::arg("direction") = py::none(),
      "ClearanceMap of a case along one direction.\n\n"
      "engine: 'auto', 'stencil' (OpenGL), 'zlist' or 'ray'\n"
      "pixel_mm: size of a pixel\n"
      "direction: (3,) from lower to upper, case frame; None: chosen from the bite\n\n"
      "Raises ValueError for a map of too many pixels, EngineError if OpenGL is requested but missing.");
  module.def("surface_distance", &surface_distance, py::arg("case").none(false),
             "SurfaceDistance of a case, at the vertices of both jaws.");
  module.def(
      "contacts", &contacts, py::arg("case").none(false), py::kw_only(),
      py::arg("thresholds_mm") = usual.thresholds_mm, py::arg("engine") = "auto",
      py::arg("pixel_mm") = usual.pixel_mm, py::arg("direction") = py::none(),
      py::arg("sectors") = usual.sectors, py::arg("area_error_percent") = 100 * usual.area_error,
      py::arg("bite_error") = std::pair(BiteError{}.translation_mm, BiteError{}.rotation_rad / rad_per_deg),
      py::arg("bite_poses") = usual.bite_error.poses, py::arg("bite_seed") = BiteError{}.seed,
      py::arg("exact") = usual.exact,
      "Contacts, areas, depth, teeth and balance of a case, by clearance and by surface distance.\n\n"
      "thresholds_mm: largest distances that count as contact\n"
      "engine, pixel_mm, direction: as of clearance_map\n"
      "sectors: pieces of the arch with a direction each\n"
      "area_error_percent: contact edges are refined until areas are that sure\n"
      "bite_error: (mm, degrees), standard deviations of the registration; bite_poses, bite_seed: poses for "
      "the 95 %\n"
      "intervals, 0: none\n"
      "exact: also find where the surfaces cross, by exact tests of faces\n\n"
      "Raises ValueError for a map of too many pixels, EngineError if OpenGL is requested but missing.");
  module.def(
      "validate", &validate_case, py::arg("case").none(false), py::kw_only(),
      py::arg("rays_per_pixel") = ValidationOptions{}.rays_per_pixel, py::arg("engine") = "auto",
      py::arg("pixel_mm") = usual.pixel_mm, py::arg("direction") = py::none(),
      py::arg("sectors") = usual.sectors,
      "Validation of a case's clearance maps, one per sector of the arch, against ray tracing.\n\n"
      "rays_per_pixel: spread over the pixel, besides the one through its centre. Others: as of contacts.");
}

}  // namespace

void add_maps(py::module_& module) {
  add_clearance_map(module);
  add_surface_distance(module);
  add_inspection(module);
  add_validation(module);
  add_map_functions(module);
}

}  // namespace intercusp::python
