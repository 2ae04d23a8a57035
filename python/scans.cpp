// Binds register and compare: scans of one jaw, which need no solids.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <future>

#include "io/case/jaw_of_mesh.h"
#include "io/results/comparison/comparison.h"
#include "io/results/comparison/report.h"
#include "occlusion/registration/region.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

//! A scan from the user: files, or a mesh in memory.
struct GivenScan {
  std::string name;  //!< the files, or the argument's name
  std::optional<RawMesh> mesh;
};

RawMesh scanned_mesh_of(const ImportedJaw& jaw) {
  const Solid& solid = *jaw.solid;
  RawMesh mesh;
  mesh.vertices = solid.mesh.vertices;
  mesh.faces.assign(solid.mesh.faces.begin(),
                    solid.mesh.faces.begin() + static_cast<std::ptrdiff_t>(solid.anatomy_faces));
  mesh.labels = solid.labels;
  return mesh;
}

GivenScan given_scan(const char* name, const py::object& scan) {
  if (py::isinstance<ImportedJaw>(scan)) return {name, scanned_mesh_of(scan.cast<const ImportedJaw&>())};
  if (py::isinstance<py::tuple>(scan)) {
    const auto parts = scan.cast<py::tuple>();
    if (parts.size() != 2 && parts.size() != 3)
      refuse(name, "(vertices, faces) or (vertices, faces, labels)");
    return {name, mesh_of(parts[0], parts[1], parts.size() == 3 ? py::object(parts[2]) : py::none())};
  }
  if (py::hasattr(scan, "faces")) {
    const MeshArrays arrays = arrays_of(scan);
    return {name, mesh_of(arrays.vertices, arrays.faces, py::none())};
  }
  return {text_of(scan.cast<Source>()), std::nullopt};
}

ReadScan read_given(GivenScan given, std::optional<Jaw> jaw, const ImportOptions& options) {
  if (!given.mesh) return read_scan(given.name, jaw, options);
  return scan_of_jaw(raw_jaw_of(*std::move(given.mesh), given.name, jaw, options), given.name, jaw, options);
}

//! Reads both at the same time.
std::pair<ReadScan, ReadScan> read_both(GivenScan before, GivenScan after, std::optional<Jaw> jaw,
                                        const ImportOptions& options) {
  auto job = std::async(std::launch::async, [&] { return read_given(std::move(after), jaw, options); });
  ReadScan first = read_given(std::move(before), jaw, options);
  return {std::move(first), job.get()};
}

ImportOptions import_options(const std::optional<std::string>& unit) {
  return {.mm_per_unit = unit_named(unit)};
}

std::shared_ptr<ScanRegistration> register_given(const py::object& before, const py::object& after,
                                                 const std::vector<int>& region_teeth,
                                                 const py::object& start, const std::string& jaw,
                                                 const std::optional<std::string>& unit) {
  GivenScan first = given_scan("before", before), second = given_scan("after", after);
  const std::optional<Eigen::Isometry3d> pose = pose_of("compare", "start", start);
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions import = import_options(unit);
  return without_lock([&](const Progress& progress) {
    const auto [fixed, moving] = read_both(std::move(first), std::move(second), which, import);
    RegistrationOptions options{.start = pose};
    if (!region_teeth.empty()) options.region = checked_region_of_teeth(fixed, region_teeth);
    return std::make_shared<ScanRegistration>(register_scans(*fixed.scan, *moving.scan, options, progress));
  });
}

ComparisonRequest request_of(const std::optional<Source>& region, const std::vector<int>& region_teeth,
                             const py::object& before_from_after, const std::vector<double>& scan_error_um) {
  if (scan_error_um.size() > 2) refuse("scan_error", "[noise of a vertex, distortion at the ends] in µm");
  const int given = (region ? 1 : 0) + (region_teeth.empty() ? 0 : 1) + (before_from_after.is_none() ? 0 : 1);
  if (given > 1) refuse("region", "given alone: one of region, region_teeth and before_from_after");
  ComparisonRequest request{.region_teeth = region_teeth,
                            .before_from_after = pose_of("compare", "before_from_after", before_from_after)};
  constexpr double mm_per_um = 1e-3;
  if (!scan_error_um.empty()) request.scan_error.vertex_mm = mm_per_um * scan_error_um[0];
  if (scan_error_um.size() > 1) request.scan_error.ends_mm = mm_per_um * scan_error_um[1];
  if (region) request.region_file = text_of(*region);
  if (region) request.by = ComparedBy::file;
  if (!region_teeth.empty()) request.by = ComparedBy::teeth;
  if (request.before_from_after) request.by = ComparedBy::pose;
  return request;
}

std::optional<double> scale_mm_of(std::optional<double> scale_um) {
  if (!scale_um) return std::nullopt;
  if (!(*scale_um >= 1)) refuse("scale_um", "1 µm or more");
  return 1e-3 * *scale_um;
}

std::shared_ptr<const Comparison> compare_given(const py::object& before, const py::object& after,
                                                const std::optional<Source>& region,
                                                const std::vector<int>& region_teeth,
                                                const py::object& before_from_after,
                                                const std::vector<double>& scan_error_um,
                                                std::optional<double> scale_um, const std::string& jaw,
                                                const std::optional<std::string>& unit) {
  GivenScan first = given_scan("before", before), second = given_scan("after", after);
  ComparisonRequest request = request_of(region, region_teeth, before_from_after, scan_error_um);
  request.scale_mm = scale_mm_of(scale_um);
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions import = import_options(unit);
  return without_lock([&](const Progress& progress) {
    auto [earlier, later] = read_both(std::move(first), std::move(second), which, import);
    if (request.by == ComparedBy::file) request.cover = read_region(request.region_file, import);
    std::vector<ReadScan> scans;
    scans.push_back(std::move(later));
    return compare_read_scans(std::move(earlier), std::move(scans), std::move(request), progress);
  });
}

std::shared_ptr<const Comparison> repeats_given(const py::object& reference, const py::list& scans,
                                                std::optional<double> scale_um, const std::string& jaw,
                                                const std::optional<std::string>& unit) {
  if (scans.size() < 2) refuse("scans", "a list of two scans or more");
  GivenScan first = given_scan("reference", reference);
  std::vector<GivenScan> given;
  for (const py::handle& scan : scans)
    given.push_back(given_scan("scans", py::reinterpret_borrow<py::object>(scan)));
  ComparisonRequest request{.scale_mm = scale_mm_of(scale_um), .repeats = true};
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions import = import_options(unit);
  return without_lock([&](const Progress& progress) {
    ReadScan earlier = read_given(std::move(first), which, import);
    std::vector<ReadScan> later;
    for (GivenScan& scan : given) later.push_back(read_given(std::move(scan), which, import));
    return compare_read_scans(std::move(earlier), std::move(later), std::move(request), progress);
  });
}

void add_registration(py::module_& module) {
  py::class_<ScanRegistration, std::shared_ptr<ScanRegistration>>(
      module, "Registration", "The pose that brings one scan to another, or why there is none.")
      .def_property_readonly("determined", &ScanRegistration::determined, "Whether there is a pose.")
      .def_property_readonly(
          "reason_code",
          [](const ScanRegistration& self) {
            return self.reason ? std::optional(name_of(*self.reason)) : std::nullopt;
          },
          "Why there is none, as in compare.json: 'other_jaw'; or None.")
      .def_property_readonly(
          "before_from_after",
          [](const ScanRegistration& self) -> py::object {
            if (!self.determined()) return py::none();
            return array_of(self.fixed_from_moving());
          },
          "(4, 4) rigid matrix, mm: maps points of the scan after to the frame of the scan before; or None.")
      .def_property_readonly(
          "residual_mm", [](const ScanRegistration& self) { return self.fit.residual_mm; },
          "Root mean square distance of the surfaces that have not changed.")
      .def_property_readonly(
          "noise_mm", [](const ScanRegistration& self) { return self.fit.noise_mm; },
          "Standard deviation of the same by its median.")
      .def_property_readonly(
          "kept_share", [](const ScanRegistration& self) { return self.fit.kept_share; },
          "Share of the surface in common that was kept as unchanged.")
      .def_property_readonly(
          "overlap_share", [](const ScanRegistration& self) { return self.overlap_share; },
          "Surface in common, as a share of the smaller scan.");
}

void add_comparison(py::module_& module) {
  py::class_<Comparison, std::shared_ptr<Comparison>> type(
      module, "Comparison", "What changed between two scans of one jaw; report()['teeth'] lists the teeth.");
  const auto changes = [&](const char* name, std::vector<double> ScanComparison::*values, const char* doc) {
    type.def_property_readonly(
        name, viewing<Comparison>([values](const Comparison& self, py::handle owner) -> py::object {
          const ScanComparison& change = self.scans.front().change;
          if (!change.determined()) return py::none();
          return view_of(change.*values, owner);
        }),
        doc);
  };
  changes("before_change_mm", &ScanComparison::before_change_mm,
          "(n,) float64 at the vertices of the scan before as given: negative where surface was lost, NaN "
          "where the other\nscan has nothing; None without a pose.");
  changes("after_change_mm", &ScanComparison::after_change_mm,
          "(m,) float64 at the vertices of the scan after, likewise.");
  type.def_property_readonly(
          "determined", [](const Comparison& self) { return self.scans.front().change.determined(); },
          "Whether there is a pose.")
      .def_property_readonly(
          "before_from_after",
          [](const Comparison& self) -> py::object {
            const ScanComparison& change = self.scans.front().change;
            if (!change.determined()) return py::none();
            return array_of(change.before_from_after());
          },
          "(4, 4) rigid matrix, mm: maps points of the scan after to the frame of the scan before; or None.")
      .def_property_readonly(
          "left_out_teeth", [](const Comparison& self) { return self.scans.front().change.left_out_teeth; },
          "FDI numbers of teeth that were left out of the registration.");
  add_report<Comparison>(type, "compare",
                         [](const std::shared_ptr<Comparison>& self) { return report_of(self); });
}

}  // namespace

void add_scans(py::module_& module) {
  add_registration(module);
  add_comparison(module);
  module.def("register", &register_given, py::arg("before"), py::arg("after"), py::kw_only(),
             py::arg("region_teeth") = std::vector<int>(), py::arg("start") = py::none(),
             py::arg("jaw") = "auto", py::arg("unit") = py::none(),
             "Registration of two scans of one jaw, from any start.\n\n"
             "before, after: a file, a list of files, a Jaw, (vertices, faces) or (vertices, faces, labels) "
             "with shapes\n(n, 3), (m, 3) and (n,), or an object with vertices and faces; mm unless `unit` "
             "says otherwise\n"
             "region_teeth: FDI numbers of teeth of the scan before that have not changed; empty: they "
             "are found\n"
             "start: (4, 4) matrix near the pose; None: any\n"
             "jaw: 'upper', 'lower' or 'auto'; needed if teeth must be found\n\n"
             "Raises InputError if a scan or a region cannot be used.");
  module.def(
      "compare", &compare_given, py::arg("before"), py::arg("after"), py::kw_only(),
      py::arg("region") = py::none(), py::arg("region_teeth") = std::vector<int>(),
      py::arg("before_from_after") = py::none(), py::arg("scan_error") = std::vector<double>(),
      py::arg("scale_um") = py::none(), py::arg("jaw") = "auto", py::arg("unit") = py::none(),
      "Comparison of two scans of one jaw: wear, fillings, movement of teeth, change at every vertex.\n\n"
      "before, after, jaw, unit: as for register\n"
      "region: file of a mesh over what has not changed, in the frame of the scan before; or\n"
      "region_teeth: FDI numbers of such teeth; or\n"
      "before_from_after: (4, 4) the pose itself\n"
      "scan_error: standard deviations in µm: noise of a vertex, and distortion at the ends of a full arch "
      "(50);\nempty: the noise is measured\n"
      "scale_um: change at which the colours of pictures end; None: found\n\n"
      "Raises InputError if a scan, a region or a pose cannot be used.");
  module.def("repeats", &repeats_given, py::arg("reference"), py::arg("scans"), py::kw_only(),
             py::arg("scale_um") = py::none(), py::arg("jaw") = "auto", py::arg("unit") = py::none(),
             "Trueness and precision of two scans or more of one jaw against a reference; "
             "report()['repeats'] has them.\n\n"
             "reference and each of scans, jaw, unit: as for register; scale_um: as for compare\n\n"
             "The properties of the Comparison are those of the first scan.\n"
             "Raises InputError if a scan cannot be used.");
}

}  // namespace intercusp::python
