#include "viewer/case/loaded_case.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "datasets/dentition.h"
#include "io/case/both_jaws.h"
#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/case/bite.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp::viewer {
namespace {

//! What cannot be read is refused before teeth are searched for.
BothJaws<ImportedJaw> import_both(const CaseRequest& request, const Progress& progress) {
  ImportOptions options;
  options.mm_per_unit = request.mm_per_unit;
  options.numbering = request.numbering;
  options.teeth = request.teeth;
  const auto source_of = [&](Jaw jaw) { return jaw == Jaw::upper ? request.upper : request.lower; };
  BothJaws<RawJaw> read = make_both([&](Jaw jaw) { return read_jaw(source_of(jaw), jaw, options); });
  refuse_same_files(request.upper, read.upper.report, request.lower, read.lower.report);
  report_progress(progress, 0.1);
  return make_both([&](Jaw jaw) {
    return closed_jaw(std::move(jaw == Jaw::upper ? read.upper : read.lower), source_of(jaw), jaw, options);
  });
}

//! A generated sheet is imported like a scan, so that the demo shows the import. Its coordinates are rounded to single
//! precision like the files of `generate`, so the demo has the numbers of those files.
ImportedJaw closed(const LabelledMesh& sheet) {
  RawMesh raw;
  raw.vertices = sheet.mesh.vertices;
  for (Eigen::Vector3d& vertex : raw.vertices) vertex = vertex.cast<float>().cast<double>();
  raw.faces = sheet.mesh.faces;
  raw.labels = sheet.labels;
  RepairedSolid repaired = make_solid(raw);
  ImportedJaw jaw;
  jaw.report.vertices_read = raw.vertices.size();
  jaw.report.triangles_read = raw.faces.size();
  jaw.report.components = repaired.components;
  jaw.report.closed_by_import = repaired.closed_by_import;
  jaw.report.repairs = repaired.counts;
  jaw.report.label_sources = {{LabelSource::Kind::made_with_dentition}};
  jaw.report.remarks = std::move(repaired.remarks);
  jaw.solid = std::make_shared<const Solid>(std::move(repaired.solid));
  return jaw;
}

BothJaws<ImportedJaw> make_demo(const Progress& progress) {
  const Dentition dentition = make_dentition();
  report_progress(progress, 0.2);
  return make_both([&](Jaw jaw) { return closed(jaw == Jaw::upper ? dentition.upper : dentition.lower); });
}

//! One view for every pose, so that the upper is drawn once and pictures of two poses lie on each other.
//! Both jaws, and room for the lower to move in. \param bite in the pose at opening
View view_of_jaws(const Bite& bite, const Eigen::Isometry3d& view_from_case) {
  constexpr double room_mm = 5;
  Bounds window = anatomy_bounds(*bite.upper, view_from_case);
  const Bounds lower = anatomy_bounds(*bite.lower, view_from_case * bite.upper_from_lower);
  if (!lower.empty()) {
    window.add(lower.min - Eigen::Vector3d::Constant(room_mm));
    window.add(lower.max + Eigen::Vector3d::Constant(room_mm));
  }
  if (window.empty()) return {view_from_case, {.pixel_mm = live_pixel_mm}};
  const double across_mm = window.size().head<2>().maxCoeff();
  return view_of_window(view_from_case, window.min.head<2>(), window.max.head<2>(),
                        std::max(live_pixel_mm, across_mm / most_pixels_across));
}

Eigen::Vector3d extent_of(const Bite& bite, const AnatomicalAxes& axes) {
  Eigen::Isometry3d patient_from_case = Eigen::Isometry3d::Identity();
  patient_from_case.linear() << axes.left, -axes.anterior, axes.superior;
  patient_from_case.linear().transposeInPlace();
  Bounds bounds = anatomy_bounds(*bite.upper, patient_from_case);
  const Bounds lower = anatomy_bounds(*bite.lower, patient_from_case * bite.upper_from_lower);
  if (!lower.empty()) {
    bounds.add(lower.min);
    bounds.add(lower.max);
  }
  return bounds.empty() ? Eigen::Vector3d::Zero() : Eigen::Vector3d(bounds.size());
}

//! Adds all that follows from the bite: the case, the centre and the one window.
void prepare(LoadedCase& loaded, const Bite& bite, const Progress& progress) {
  static_cast<Case&>(loaded) = *prepare_case(bite);
  loaded.unprepared = bite;
  loaded.as_opened = loaded.bite;
  loaded.lower_centre = lower_centre(*loaded.bite.lower);
  loaded.hinged_point = loaded.incisal_point ? loaded.incisal_point->case_point
                                             : lower_incisal_point(loaded.bite, loaded.axes()).case_point;
  loaded.extent_mm = extent_of(loaded.bite, loaded.axes());
  report_progress(progress, 0.8);
  const ChosenEngine items =
      make_engine(loaded.bite.upper, loaded.bite.lower, {.kind = EngineKind::zlist, .live = true});
  loaded.view = view_of_jaws(
      loaded.bite, choose_projection(loaded.bite, std::nullopt, loaded.anatomy.axes, *items.engine));
  report_progress(progress, 1);
}

}  // namespace

AnatomicalAxes axes_of_lps() {
  return {.superior = Eigen::Vector3d::UnitZ(),
          .anterior = -Eigen::Vector3d::UnitY(),
          .left = Eigen::Vector3d::UnitX()};
}

AnatomicalAxes LoadedCase::axes() const { return anatomy.axes.value_or(axes_of_lps()); }

std::shared_ptr<const LoadedCase> load_case(const CaseRequest& request, const Progress& progress) {
  report_progress(progress, 0);
  const auto start = std::chrono::steady_clock::now();
  BothJaws<ImportedJaw> jaws = request.is_demo() ? make_demo(progress) : import_both(request, progress);
  auto loaded = std::make_shared<LoadedCase>();
  loaded->request = request;
  const Bite bite{jaws.upper.solid, jaws.lower.solid, request.upper_from_lower};
  loaded->upper = std::move(jaws.upper.report);
  loaded->lower = std::move(jaws.lower.report);
  loaded->upper_colours = std::move(jaws.upper.colours);
  loaded->lower_colours = std::move(jaws.lower.colours);
  const auto imported = std::chrono::steady_clock::now();
  loaded->import_ms = std::chrono::duration<double, std::milli>(imported - start).count();
  report_progress(progress, 0.6);
  // Meshes to draw and trees to search, rounded down: 1 million triangles a jaw take 1000 bytes for each, scans included.
  constexpr std::uint64_t a_face = 500;
  need_memory(a_face * face_count(bite));
  prepare(*loaded, bite, progress);
  return loaded;
}

std::shared_ptr<const LoadedCase> case_of(const Bite& bite) {
  auto loaded = std::make_shared<LoadedCase>();
  loaded->request.upper_from_lower = bite.upper_from_lower;
  prepare(*loaded, bite, {});
  return loaded;
}

namespace {

std::optional<AnatomicalAxes> axes_of(const FoundTeeth& teeth) {
  if (teeth.up.isZero() || teeth.front.isZero()) return std::nullopt;
  const Eigen::Vector3d superior = teeth.jaw == Jaw::upper ? Eigen::Vector3d(-teeth.up) : teeth.up;
  return AnatomicalAxes{superior, teeth.front, superior.cross(teeth.front)};
}

}  // namespace

std::string file_name_of(const LoneScan& scan) {
  const std::filesystem::path path(scan.source);
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::shared_ptr<const LoneScan> load_lone_scan(const std::string& source, const Progress& progress) {
  const std::optional<JawName> name = jaw_in_name(source);
  const std::optional<Jaw> named = name ? std::optional(name->jaw) : std::nullopt;
  const ImportOptions options{.teeth = TeethSource::files};  // they are sought below
  RawJaw read = read_jaw(source, named, options);
  report_progress(progress, 0.2);
  const FoundTeeth teeth = teeth_of_scan(read.mesh, named, part_of(progress, 0.2, 0.7));
  const bool is_arch = !teeth.teeth.empty();
  if (read.mesh.labels.empty() && is_arch) read.mesh.labels = teeth.labels;  // gum has another colour
  auto scan = std::make_shared<LoneScan>();
  scan->source = source;
  scan->jaw = named.value_or(teeth.jaw);
  scan->told_by = named     ? LoneScan::ToldBy::name
                  : is_arch ? LoneScan::ToldBy::shape
                            : LoneScan::ToldBy::nothing;
  scan->axes = axes_of(teeth);
  scan->solid = closed_jaw(std::move(read), source, scan->jaw, options).solid;
  report_progress(progress, 1);
  return scan;
}

}  // namespace intercusp::viewer
