#include "viewer/case/loaded_case.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "datasets/dentition.h"
#include "io/case/import_jaw.h"
#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/base/angles.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/ms_since.h"
#include "occlusion/case/bite.h"
#include "occlusion/directions/choose_projection.h"
#include "occlusion/engines/compute_map.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/registration/tooth_movement.h"

namespace intercusp::viewer {
namespace {

ImportOptions options_of(const CaseRequest& request) {
  ImportOptions options;
  options.mm_per_unit = request.mm_per_unit;
  options.numbering = request.numbering;
  options.teeth = request.teeth;
  return options;
}

const std::string& source_of(const CaseRequest& request, Jaw jaw) {
  return jaw == Jaw::upper ? request.upper : request.lower;
}

template <class Both>
auto& of(Both& both, Jaw jaw) {
  return jaw == Jaw::upper ? both.upper : both.lower;
}

//! Reads and closes the scans. Those whose teeth are still to be found are kept as read, because labels travel through the
//! repair.
BothJaws<ImportedJaw> import_both(const CaseRequest& request,
                                  BothJaws<std::shared_ptr<const RawJaw>>& unlabelled,
                                  const Progress& progress) {
  ImportOptions options = options_of(request);
  BothJaws<RawJaw> read = make_both([&](Jaw jaw) { return read_jaw(source_of(request, jaw), jaw, options); });
  refuse_same_files(request.upper, read.upper.report, request.lower, read.lower.report);
  report_progress(progress, 0.3);
  const bool searches = options.teeth == TeethSource::automatic;
  if (searches) options.teeth = TeethSource::files;
  return make_both([&](Jaw jaw) {
    RawJaw& raw = of(read, jaw);
    if (searches && raw.mesh.labels.empty()) of(unlabelled, jaw) = std::make_shared<const RawJaw>(raw);
    return closed_jaw(std::move(raw), source_of(request, jaw), jaw, options);
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

//! Axes that the upper's teeth show, where the jaws together show none or wrong ones because they are not in bite.
std::optional<AnatomicalAxes> axes_of_upper(const Bite& bite, const Anatomy& anatomy) {
  constexpr double most_apart_deg = 8;  // of six pairs in bite, real and generated: 0.2 to 4.2°
  if (find_code(anatomy.findings, codes::jaws_swapped) != nullptr) return std::nullopt;
  std::optional<AnatomicalAxes> axes = axes_of_scan({bite.upper->mesh, bite.upper->labels});
  if (!axes ||
      (anatomy.axes && axes->superior.dot(anatomy.axes->superior) > std::cos(most_apart_deg * rad_per_deg)))
    return std::nullopt;
  return axes;
}

//! Adds all that follows from the bite: the case, the centre and the one window.
void prepare(LoadedCase& loaded, const Bite& bite, const Progress& progress) {
  static_cast<Case&>(loaded) = *prepare_case(bite);
  loaded.upper_axes = axes_of_upper(bite, loaded.anatomy);
  loaded.unprepared = bite;
  loaded.as_opened = loaded.bite;
  loaded.lower_centre = lower_centre(*loaded.bite.lower);
  loaded.hinged_point = loaded.incisal_point ? loaded.incisal_point->case_point
                                             : lower_incisal_point(loaded.bite, loaded.axes()).case_point;
  loaded.extent_mm = extent_of(loaded.bite, loaded.axes());
  report_progress(progress, 0.8);
  const ChosenEngine items =
      make_engine(loaded.bite.upper, loaded.bite.lower, {.kind = EngineKind::zlist, .live = true});
  loaded.view = view_of_jaws(loaded.bite,
                             choose_projection(loaded.bite, std::nullopt, loaded.told_axes(), *items.engine));
  report_progress(progress, 1);
}

}  // namespace

AnatomicalAxes axes_of_lps() {
  return {.superior = Eigen::Vector3d::UnitZ(),
          .anterior = -Eigen::Vector3d::UnitY(),
          .left = Eigen::Vector3d::UnitX()};
}

AnatomicalAxes LoadedCase::axes() const { return told_axes().value_or(axes_of_lps()); }

std::shared_ptr<const ReadJaws> read_jaws(const CaseRequest& request, const Progress& progress) {
  report_progress(progress, 0);
  const auto start = std::chrono::steady_clock::now();
  auto read = std::make_shared<ReadJaws>();
  read->request = request;
  read->jaws = request.is_demo() ? make_demo(progress) : import_both(request, read->unlabelled, progress);
  read->bite = {read->jaws.upper.solid, read->jaws.lower.solid, request.upper_from_lower};
  read->read_ms = ms_since(start);
  // Meshes to draw and trees to search, rounded down: 1 million triangles a jaw take 1000 bytes for each, scans included.
  constexpr std::uint64_t a_face = 500;
  need_memory(a_face * face_count(read->bite));
  read->axes = find_anatomy(read->bite).axes;
  read->extent_mm = extent_of(read->bite, read->axes.value_or(axes_of_lps()));
  report_progress(progress, 1);
  return read;
}

std::shared_ptr<const LoadedCase> numbered_case(const ReadJaws& read, const Progress& progress) {
  report_progress(progress, 0);
  const ImportOptions options = options_of(read.request);
  const auto start = std::chrono::steady_clock::now();
  const BothJaws<ImportedJaw> jaws = make_both([&](Jaw jaw) {
    const std::shared_ptr<const RawJaw>& raw = of(read.unlabelled, jaw);
    return raw ? closed_jaw(*raw, source_of(read.request, jaw), jaw, options) : of(read.jaws, jaw);
  });
  report_progress(progress, 0.5);
  auto loaded = std::make_shared<LoadedCase>();
  loaded->request = read.request;
  loaded->upper = jaws.upper.report;
  loaded->lower = jaws.lower.report;
  loaded->upper_colours = jaws.upper.colours;
  loaded->lower_colours = jaws.lower.colours;
  loaded->read_ms = read.read_ms;
  loaded->import_ms = read.read_ms + ms_since(start);
  prepare(*loaded, {jaws.upper.solid, jaws.lower.solid, read.request.upper_from_lower}, progress);
  return loaded;
}

std::shared_ptr<const LoadedCase> load_case(const CaseRequest& request, const Progress& progress) {
  return numbered_case(*read_jaws(request, part_of(progress, 0, 0.5)), part_of(progress, 0.5, 1));
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
