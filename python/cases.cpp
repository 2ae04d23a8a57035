// Binds Jaw, Case, read_jaw and segment.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "io/case/both_jaws.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/teeth_edits.h"
#include "io/results/teeth/report.h"
#include "occlusion/teeth/scan_landmarks.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/module.h"

namespace intercusp::python {
namespace {

ImportOptions import_options(const std::optional<std::string>& unit, const std::string& teeth,
                             const std::string& numbering) {
  return {.mm_per_unit = unit_named(unit),
          .teeth = one_of<TeethSource>("teeth", teeth),
          .numbering = one_of<ToothNumbering>("numbering", numbering)};
}

std::shared_ptr<ImportedJaw> jaw_of_file(const Source& source, const std::string& jaw,
                                         const std::optional<std::string>& unit,
                                         const std::optional<Path>& labels, const std::string& teeth,
                                         const std::string& numbering) {
  const std::optional<Jaw> which = jaw_named(jaw);
  ImportOptions options = import_options(unit, teeth, numbering);
  if (labels) options.label_file = labels->string();
  const std::string text = text_of(source);
  return without_lock(
      [&](const Progress&) { return std::make_shared<ImportedJaw>(import_jaw(text, which, options)); });
}

std::shared_ptr<ImportedJaw> jaw_of_arrays(const py::object& vertices, const py::object& faces,
                                           const py::object& labels, const std::string& jaw,
                                           const std::optional<std::string>& unit, const std::string& teeth,
                                           const std::string& numbering, const std::string& name) {
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions options = import_options(unit, teeth, numbering);
  RawMesh mesh = mesh_of(vertices, faces, labels);
  return without_lock([&](const Progress&) {
    return std::make_shared<ImportedJaw>(
        closed_jaw(raw_jaw_of(std::move(mesh), name, which, options), name, which, options));
  });
}

std::shared_ptr<CaseOfJaws> case_of(const std::shared_ptr<ImportedJaw>& upper,
                                    const std::shared_ptr<ImportedJaw>& lower,
                                    const py::object& upper_from_lower) {
  if (upper == lower || have_same_files(upper->report, lower->report))
    refuse("lower", "another jaw than the upper");
  Bite bite{.upper = upper->solid, .lower = lower->solid};
  if (const auto pose = pose_of("Case", "upper_from_lower", upper_from_lower)) bite.upper_from_lower = *pose;
  return without_lock([&](const Progress&) {
    return std::make_shared<CaseOfJaws>(CaseOfJaws{upper, lower, prepare_case(bite)});
  });
}

py::list dicts_of(const std::vector<Finding>& findings) {
  py::list list;
  for (const Finding& finding : findings) {
    constexpr std::array severities = {"info", "warning", "error"};
    list.append(py::dict(py::arg("code") = finding.code,
                         py::arg("severity") = severities.at(static_cast<std::size_t>(finding.severity)),
                         py::arg("values") = finding.values));
  }
  return list;
}

py::list dicts_of(const std::vector<EstimatedTooth>& teeth) {
  py::list list;
  for (const EstimatedTooth& tooth : teeth)
    list.append(py::dict(py::arg("fdi") = tooth.fdi, py::arg("confidence") = tooth.confidence,
                         py::arg("sure") = tooth.sure));
  return list;
}

Segmentation segmented(RawJaw scan, std::optional<Jaw> jaw, const std::optional<Path>& edits,
                       const Progress& progress) {
  Segmentation result{.scan = std::move(scan), .jaw_given = jaw.has_value()};
  const RawMesh& mesh = result.scan.mesh;
  result.found = teeth_of_scan(mesh, jaw, progress);
  if (edits)
    result.found = replay(result.found, edit_surface(mesh.vertices, mesh.faces),
                          read_teeth_edits(edits->string()), edits->string())
                       .found;
  result.gaps = crown_gaps(mesh.vertices, mesh.faces, result.found);
  result.landmarks = landmarks_of_scan(mesh.vertices, mesh.faces, result.found);
  measure_widths(result.found, result.landmarks);
  return result;
}

std::shared_ptr<Segmentation> segment_file(const Source& scan, const std::string& jaw,
                                           const std::optional<std::string>& unit,
                                           const std::optional<Path>& edits) {
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions options{.mm_per_unit = unit_named(unit), .teeth = TeethSource::none};
  const std::string text = text_of(scan);
  return without_lock([&](const Progress& progress) {
    return std::make_shared<Segmentation>(
        segmented(read_jaw(text, which.value_or(Jaw::upper), options), which, edits, progress));
  });
}

std::shared_ptr<Segmentation> segment_arrays(const py::object& vertices, const py::object& faces,
                                             const std::string& jaw, const std::optional<std::string>& unit,
                                             const std::optional<Path>& edits) {
  const std::optional<Jaw> which = jaw_named(jaw);
  const ImportOptions options{.mm_per_unit = unit_named(unit), .teeth = TeethSource::none};
  RawMesh mesh = mesh_of(vertices, faces, py::none());
  return without_lock([&](const Progress& progress) {
    return std::make_shared<Segmentation>(
        segmented(raw_jaw_of(std::move(mesh), "scan", which, options), which, edits, progress));
  });
}

std::shared_ptr<ImportedJaw> jaw_of_mesh(const py::object& mesh, const py::object& labels,
                                         const std::string& jaw, const std::optional<std::string>& unit,
                                         const std::string& teeth, const std::string& numbering,
                                         const std::string& name) {
  const MeshArrays arrays = arrays_of(mesh);
  return jaw_of_arrays(arrays.vertices, arrays.faces, labels, jaw, unit, teeth, numbering, name);
}

std::shared_ptr<Segmentation> segment_mesh(const py::object& mesh, const std::string& jaw,
                                           const std::optional<std::string>& unit,
                                           const std::optional<Path>& edits) {
  const MeshArrays arrays = arrays_of(mesh);
  return segment_arrays(arrays.vertices, arrays.faces, jaw, unit, edits);
}

//! (n, 3) of a mesh's vertices and (m, 3) of its faces.
py::array vertices_of(const TriangleMesh& mesh, py::handle owner) {
  return view_of(reinterpret_cast<const double*>(mesh.vertices.data()),
                 {static_cast<py::ssize_t>(mesh.vertices.size()), 3}, owner);
}
py::array faces_of(const TriangleMesh& mesh, py::handle owner) {
  return view_of(reinterpret_cast<const std::uint32_t*>(mesh.faces.data()),
                 {static_cast<py::ssize_t>(mesh.faces.size()), 3}, owner);
}

void add_jaw(py::module_& module) {
  py::class_<ImportedJaw, std::shared_ptr<ImportedJaw>>(
      module, "Jaw",
      "A jaw as a closed solid: welded, repaired, open scans closed by a skirt and a base behind the scanned "
      "faces.\n\n"
      "Made by read_jaw from files, or from arrays, which are copied once.")
      .def(py::init(&jaw_of_arrays), py::arg("vertices"), py::arg("faces"), py::kw_only(),
           py::arg("labels") = py::none(), py::arg("jaw") = "auto", py::arg("unit") = py::none(),
           py::arg("teeth") = "auto", py::arg("numbering") = "auto", py::arg("name") = "arrays",
           "vertices (n, 3), mm unless `unit` says otherwise; faces (m, 3), or PyVista's row of them, "
           "counter-clockwise seen from outside; labels\n"
           "(n,), the tooth of each vertex, 0 for gum. The other arguments are those of read_jaw.\n\n"
           "Raises ValueError and TypeError for other shapes and types, InputError if no solid can be "
           "made.")
      .def(py::init(&jaw_of_mesh), py::arg("mesh"), py::kw_only(), py::arg("labels") = py::none(),
           py::arg("jaw") = "auto", py::arg("unit") = py::none(), py::arg("teeth") = "auto",
           py::arg("numbering") = "auto", py::arg("name") = "arrays",
           "mesh: an object with vertices (or points) and faces, as trimesh and PyVista have them.")
      .def_property_readonly("vertices", viewing<ImportedJaw>([](const ImportedJaw& jaw, py::handle self) {
                               return vertices_of(jaw.solid->mesh, self);
                             }),
                             "(n, 3) float64, mm, the jaw's own frame.")
      .def_property_readonly("faces", viewing<ImportedJaw>([](const ImportedJaw& jaw, py::handle self) {
                               return faces_of(jaw.solid->mesh, self);
                             }),
                             "(m, 3) uint32, vertices of each triangle, counter-clockwise seen from outside.")
      .def_property_readonly(
          "anatomy_faces", [](const ImportedJaw& jaw) { return jaw.solid->anatomy_faces; },
          "The first so many faces were scanned; the others close the solid.")
      .def_property_readonly("labels",
                             viewing<ImportedJaw>([](const ImportedJaw& jaw, py::handle self) -> py::object {
                               if (jaw.solid->labels.empty()) return py::none();
                               return view_of(jaw.solid->labels, self);
                             }),
                             "(n,) int32, FDI number of each vertex, 0 for gum; None if nothing is known.")
      .def_property_readonly(
          "estimated_teeth", [](const ImportedJaw& jaw) { return dicts_of(jaw.solid->estimated_teeth); },
          "Teeth found on the scan, as dicts of fdi, confidence (0 to 1) and sure; empty if files number "
          "them.")
      .def_property_readonly(
          "remarks",
          [](const ImportedJaw& jaw) {
            py::list all = dicts_of(jaw.report.findings);
            for (const py::handle remark : dicts_of(jaw.report.remarks)) all.append(remark);
            return all;
          },
          "What import found wrong, guessed or mended: dicts of code, severity and values.")
      .def("__repr__", [](const ImportedJaw& jaw) {
        return "<intercusp.Jaw of " + std::to_string(jaw.solid->mesh.vertices.size()) + " vertices and " +
               std::to_string(jaw.solid->mesh.faces.size()) + " faces>";
      });
}

void add_case(py::module_& module) {
  const auto axis = [](Eigen::Vector3d AnatomicalAxes::*which) {
    return [which](const CaseOfJaws& self) -> py::object {
      const std::optional<AnatomicalAxes>& axes = self.bite_case->anatomy.axes;
      return axes ? py::object(array_of((*axes).*which)) : py::object(py::none());
    };
  };
  py::class_<CaseOfJaws, std::shared_ptr<CaseOfJaws>>(
      module, "Case",
      "Two jaws in a pose, with anatomical axes and teeth. Immutable; another pose is another Case.")
      .def(py::init(&case_of), py::arg("upper").none(false), py::arg("lower").none(false),
           py::arg("upper_from_lower") = py::none(),
           "upper_from_lower: rigid matrix (4, 4), mm, from the lower's frame to the upper's, which is the "
           "case frame; None:\n"
           "both scans have a common frame.\n\n"
           "Raises ValueError if both jaws are the same scan, InputError ('unusable_pose') for a matrix "
           "that is not rigid.")
      .def_property_readonly(
          "upper", [](const CaseOfJaws& self) { return std::const_pointer_cast<ImportedJaw>(self.upper); })
      .def_property_readonly(
          "lower", [](const CaseOfJaws& self) { return std::const_pointer_cast<ImportedJaw>(self.lower); })
      .def_property_readonly(
          "upper_from_lower",
          [](const CaseOfJaws& self) { return array_of(self.bite_case->bite.upper_from_lower); },
          "(4, 4) float64.")
      .def_property_readonly("superior", axis(&AnatomicalAxes::superior),
                             "(3,) unit vector from lower to upper, case frame; None if no axes were found.")
      .def_property_readonly("anterior", axis(&AnatomicalAxes::anterior), "(3,) unit vector, or None.")
      .def_property_readonly("left", axis(&AnatomicalAxes::left),
                             "(3,) unit vector to the patient's left, or None.")
      .def_property_readonly(
          "axes_confidence", [](const CaseOfJaws& self) { return self.bite_case->anatomy.confidence; },
          "0 to 1.")
      .def_property_readonly("upper_teeth", viewing<CaseOfJaws>([](const CaseOfJaws& self, py::handle owner) {
                               return view_of(self.bite_case->upper_teeth, owner);
                             }),
                             "(m,) int32, FDI number of each face of the upper; 0 for gum and unknown.")
      .def_property_readonly("lower_teeth", viewing<CaseOfJaws>([](const CaseOfJaws& self, py::handle owner) {
                               return view_of(self.bite_case->lower_teeth, owner);
                             }),
                             "(m,) int32, the same of the lower.")
      .def_property_readonly(
          "teeth_estimated", [](const CaseOfJaws& self) { return has_estimated_teeth(self.bite_case->bite); },
          "Whether numbers of teeth were found or counted, not read from files.")
      .def_property_readonly(
          "findings", [](const CaseOfJaws& self) { return dicts_of(self.bite_case->anatomy.findings); },
          "What is wrong with the case, such as 'jaws_swapped': dicts of code, severity and values.")
      .def("__repr__", [](const CaseOfJaws& self) {
        return "<intercusp.Case of " + std::to_string(self.upper->solid->mesh.faces.size()) + " and " +
               std::to_string(self.lower->solid->mesh.faces.size()) + " faces>";
      });
}

void add_segmentation(py::module_& module) {
  py::class_<Segmentation, std::shared_ptr<Segmentation>> type(
      module, "Segmentation", "The teeth found on a scan; report()['teeth'] lists them.");
  type.def_property_readonly("labels", viewing<Segmentation>([](const Segmentation& self, py::handle owner) {
                               return view_of(self.found.labels, owner);
                             }),
                             "(n,) int32, FDI number of each vertex of the scan as given, 0 for gum.")
      .def_property_readonly(
          "jaw", [](const Segmentation& self) { return name_of(self.found.jaw); }, "'upper' or 'lower'.")
      .def_property_readonly(
          "jaw_confidence", [](const Segmentation& self) { return self.found.jaw_confidence; },
          "0 to 1; 1 if the jaw was given.");
  add_report<Segmentation>(type, "segment",
                           [](const std::shared_ptr<Segmentation>& self) { return report_of(self); });
}

}  // namespace

void add_cases(py::module_& module) {
  add_jaw(module);
  add_case(module);
  add_segmentation(module);
  module.def("read_jaw", &jaw_of_file, py::arg("source"), py::arg("jaw") = "auto", py::kw_only(),
             py::arg("unit") = py::none(), py::arg("labels") = py::none(), py::arg("teeth") = "auto",
             py::arg("numbering") = "auto",
             "A jaw from its files: read, checked, repaired, closed and its teeth numbered.\n\n"
             "source: a mesh file (STL, PLY, OBJ, OFF, VTP, VTK, GLB, 3MF, DICOM), a folder of them, or a "
             "list of files\n"
             "jaw: 'upper', 'lower' or 'auto'; matters to numbers of teeth alone\n"
             "unit: 'mm', 'cm', 'm', 'inch' or 'um'; None: mm, and sizes that no mouth has are refused\n"
             "labels: JSON file with a tooth number per vertex; None: looked for in and beside the file\n"
             "teeth: 'auto' finds them if no file numbers them; 'file'; 'none'\n"
             "numbering: of labels and file names: 'auto', 'fdi' or 'universal'\n\n"
             "Raises InputError if a file cannot be used.");
  constexpr const char* segment_doc =
      "Finds and numbers the teeth of a scan, whatever labels it has.\n\n"
      "scan: as source of read_jaw; or vertices (n, 3) and faces (m, 3), or an object that has them; mm "
      "unless `unit` says otherwise\n"
      "jaw: 'upper', 'lower' or 'auto': told from the shape\n"
      "edits: JSON file of corrections to replay\n\n"
      "Raises InputError if a file cannot be used.";
  module.def("segment", &segment_file, py::arg("scan"), py::kw_only(), py::arg("jaw") = "auto",
             py::arg("unit") = py::none(), py::arg("edits") = py::none(), segment_doc);
  module.def("segment", &segment_arrays, py::arg("vertices"), py::arg("faces"), py::kw_only(),
             py::arg("jaw") = "auto", py::arg("unit") = py::none(), py::arg("edits") = py::none(),
             segment_doc);
  module.def("segment", &segment_mesh, py::arg("mesh"), py::kw_only(), py::arg("jaw") = "auto",
             py::arg("unit") = py::none(), py::arg("edits") = py::none(), segment_doc);
}

}  // namespace intercusp::python
