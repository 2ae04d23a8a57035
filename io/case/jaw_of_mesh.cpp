#include "io/case/jaw_of_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "io/case/finding_codes.h"
#include "io/case/scale_check.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/mesh/repair/make_solid.h"
#include "occlusion/base/finding_codes.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/limits.h"
#include "occlusion/case/fdi.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/teeth/jaw_likeness.h"
#include "occlusion/teeth/jaw_scan.h"

namespace intercusp {
namespace {

// ---- Unit and size

//! Bounds of the vertices that faces use. A stray vertex elsewhere says nothing about the scan.
Bounds used_bounds(const RawMesh& raw) {
  Bounds bounds;
  for (const Face& face : raw.faces) {
    for (const std::uint32_t corner : face) {
      if (raw.vertices[corner].allFinite()) bounds.add(raw.vertices[corner]);
    }
  }
  return bounds;
}

double farthest_of(const Bounds& used) {
  return used.empty() ? 0 : std::max(used.min.cwiseAbs().maxCoeff(), used.max.cwiseAbs().maxCoeff());
}

//! A remark if the coordinates have 32 bits, in the file or after VTK read them, and the scan is so far from
//! its origin that two such scans are off by more than the depth tolerance. Meshes with more digits get no
//! remark.
std::optional<Finding> lost_digits(const RawMesh& raw, const Bounds& used, double mm_per_unit) {
  constexpr double least_error_mm = default_depth_tolerance_mm / 2;
  if (used.empty()) return std::nullopt;
  const double farthest = farthest_of(used);
  if (farthest > std::numeric_limits<float>::max()) return std::nullopt;
  const auto as_stored = static_cast<float>(farthest);
  const double step =
      static_cast<double>(std::nextafter(as_stored, HUGE_VALF)) - static_cast<double>(as_stored);
  const double error_mm = step / 2 * mm_per_unit;
  const auto is_float = [](const Eigen::Vector3d& vertex) {
    return !vertex.allFinite() || vertex == vertex.cast<float>().cast<double>();
  };
  if (error_mm <= least_error_mm || !std::ranges::all_of(raw.vertices, is_float)) return std::nullopt;
  return Finding{"digits_lost",
                 Severity::warning,
                 {{"distance_m", farthest * mm_per_unit / 1000}, {"error_um", 1000 * error_mm}}};
}

//! Refuses faces that reach further than a metre and ten times the scan's size away from the scan, as in
//! damaged files. With such faces every search for the nearest face would visit all faces.
//! \throw InputError for such faces
void refuse_stray_faces(const RawMesh& raw, const Bounds& used, const std::string& name) {
  constexpr double least_mm = 1000, times_size = 10;
  if (used.empty() || used.size().maxCoeff() <= least_mm) return;
  Bounds scan;  // all corners except the outermost hundredth along each axis
  std::vector<double> places;
  for (int axis = 0; axis < 3; ++axis) {
    places.clear();
    for (const Face& face : raw.faces) {
      for (const std::uint32_t corner : face)
        if (raw.vertices[corner].allFinite()) places.push_back(raw.vertices[corner][axis]);
    }
    const auto cut = static_cast<std::ptrdiff_t>(places.size() / 100);
    std::ranges::nth_element(places, places.begin() + cut);
    scan.min[axis] = places[static_cast<std::size_t>(cut)];
    std::ranges::nth_element(places, places.end() - 1 - cut);
    scan.max[axis] = *(places.end() - 1 - cut);
  }
  const double size_mm = scan.size().maxCoeff(), most_mm = std::max(least_mm, times_size * size_mm);
  double farthest_mm = 0;
  const auto away_mm = [&](const Face& face) {
    double most = 0;
    for (const std::uint32_t corner : face)
      if (raw.vertices[corner].allFinite())
        most = std::max(most, (raw.vertices[corner] - scan.centre()).cwiseAbs().maxCoeff());
    farthest_mm = std::max(farthest_mm, most);
    return most;
  };
  const auto strays =
      std::ranges::count_if(raw.faces, [&](const Face& face) { return away_mm(face) > most_mm; });
  if (strays == 0) return;
  throw InputError(
      name,
      phrase("{} faces reach up to {:.3g} m away from the rest of the scan, which is {:.3g} mm large; delete "
             "them and export the scan again",
             strays, farthest_mm / 1000, size_mm),
      Finding{"stray_faces",
              Severity::error,
              {{"faces", static_cast<double>(strays)}, {"distance_m", farthest_mm / 1000}}});
}

void refuse_tiny(const Bounds& used, const std::string& name) {
  const double size_mm = used.empty() ? 0 : used.size().maxCoeff();
  if (used.empty() || size_mm >= limits::least_size_mm) return;
  throw InputError(name, tiny_solid_text(size_mm), Finding{"tiny", Severity::error, {{"size_mm", size_mm}}});
}

void refuse_huge(double farthest_m, double most_m, const std::string& name) {
  if (farthest_m > most_m)
    throw InputError(name, huge_mesh_text(farthest_m), Finding{"not_a_solid", Severity::error});
}

void apply_unit(RawMesh& raw, const ImportOptions& options, const std::string& name, MeshReport& report) {
  const double mm_per_unit = options.mm_per_unit.value_or(1);
  if (!limits::mm_per_unit.holds(mm_per_unit))
    throw std::invalid_argument("mm_per_unit is out of its limits");
  Bounds used = used_bounds(raw);
  if (const auto lost = lost_digits(raw, used, mm_per_unit)) report.remarks.push_back(*lost);
  const double farthest_m = farthest_of(used) * (mm_per_unit / 1000);
  refuse_huge(farthest_m, std::numeric_limits<double>::max() / 1000, name);  // in mm it would be infinite
  if (mm_per_unit != 1) {
    for (Eigen::Vector3d& vertex : raw.vertices) vertex *= mm_per_unit;
    used = used_bounds(raw);
  }
  refuse_tiny(used, name);
  refuse_stray_faces(raw, used, name);
  refuse_huge(farthest_m, limits::farthest_vertex_mm / 1000, name);
  if (options.mm_per_unit) return;
  const double size = used.empty() ? 0 : used.size().maxCoeff();
  const auto odd = size > 0 ? check_scale(size, raw.faces.size()) : std::nullopt;
  if (!odd) return;
  if (odd->near_a_unit && (odd->sure || options.refuse_odd_scale))
    throw InputError(name, odd->text, odd->finding);
  report.remarks.push_back(odd->finding);
}

RepairedSolid repair(const RawMesh& raw, const std::string& name) {
  constexpr std::uint64_t a_face = 80;  // bytes of memory beyond the scan itself, rounded down
  need_memory(a_face * raw.faces.size());
  try {
    return make_solid(raw);
  } catch (const RepairError& error) {
    throw InputError(name, error.what(), Finding{"not_a_solid", Severity::error});
  }
}

// ---- Search for teeth

//! Whether three teeth stand in a row. Corners and edges of another body may look like crowns, but hardly
//! like three in a row.
bool has_three_in_a_row(const FoundTeeth& found) {
  int row = 1;
  for (std::size_t i = 1; i < found.teeth.size(); ++i) {
    const std::optional<int> place = arch_place(found.jaw, found.teeth[i].fdi);
    const std::optional<int> before = arch_place(found.jaw, found.teeth[i - 1].fdi);
    row = place && before && std::abs(*place - *before) == 1 ? row + 1 : 1;
    if (row == 3) return true;
  }
  return false;
}

//! A body too large for a mouth is not searched, because time and memory grow with its size. A body smaller
//! than three teeth is not an arch.
bool is_of_the_size_of_a_jaw(const RawMesh& raw) {
  constexpr double least_mm = 22;
  constexpr double most_mm = 150;  // bases of plaster models are up to 100 mm wide
  const Bounds bounds = used_bounds(raw);
  return !bounds.empty() && bounds.size().maxCoeff() >= least_mm && bounds.size().maxCoeff() <= most_mm;
}

//! Limits the confidence of each number to that of the jaw.
void limit_to_jaw_confidence(FoundTeeth& found) {
  for (FoundTooth& tooth : found.teeth) {
    tooth.confidence = std::min(tooth.confidence, found.jaw_confidence);
    tooth.sure = tooth.sure && tooth.confidence >= sure_confidence;
  }
}

FoundTeeth nothing_found(const RawMesh& raw, const char* reason) {
  FoundTeeth nothing;
  nothing.labels.assign(raw.vertices.size(), 0);
  nothing.findings.push_back({codes::no_teeth_found, Severity::warning, {{"reason", reason}}});
  return nothing;
}

FoundTeeth search(const RawMesh& raw, std::optional<Jaw> jaw, const Progress& progress) {
  FoundTeeth found = find_teeth(raw.vertices, raw.faces, jaw, progress);
  if (found.teeth.empty()) return found;
  if (!has_three_in_a_row(found)) return nothing_found(raw, "no_row");
  return is_like_a_jaw(raw.vertices, raw.faces, found) ? found : nothing_found(raw, "no_jaw");
}

//! Share of the edges that have only one face.
double open_edge_share(const RawMesh& raw) {
  double all = 0, open = 0;
  for_each_edge(welded(raw.vertices, raw.faces).mesh, [&](auto, auto, std::span<const EdgeSide> sides) {
    ++all;
    open += sides.size() == 1 ? 1 : 0;
  });
  return all > 0 ? open / all : 0;
}

//! Searches without knowing the jaw.
FoundTeeth first_search(const RawMesh& raw, const Progress& progress) {
  if (!is_of_the_size_of_a_jaw(raw)) return nothing_found(raw, "size");
  if (holds_two_arches(raw.vertices, raw.faces, progress)) return nothing_found(raw, "two_arches");
  FoundTeeth found = search(raw, std::nullopt, progress);
  // 105 arches have at most 0.13. With a tenth of the faces missing they have 0.19, with half of them 0.67.
  constexpr double most_open = 0.15;
  if (!found.teeth.empty() || found.findings.front().code != codes::no_teeth_found) return found;
  if (const double share = open_edge_share(raw); share > most_open) {
    found = nothing_found(raw, "holes");
    found.findings.front().values["open_percent"] = 100 * share;
  }
  return found;
}

//! If the search fails, the case continues without teeth.
FoundTeeth search_for_teeth(const RawMesh& raw, std::optional<Jaw> jaw) {
  try {
    return teeth_of_scan(raw, jaw);
  } catch (const std::exception&) {
    FoundTeeth nothing;
    nothing.findings = {{codes::no_teeth_found}};
    return nothing;
  }
}

//! Finds the teeth of a scan without numbers and labels its vertices. Empty if the search fails.
std::vector<EstimatedTooth> estimate_labels(RawMesh& raw, std::optional<Jaw> jaw, MeshReport& report) {
  FoundTeeth found = search_for_teeth(raw, jaw);
  report.findings = std::move(found.findings);
  if (found.teeth.empty()) return {};
  raw.labels = std::move(found.labels);
  report.label_sources = {{LabelSource::Kind::found_on_scan}};
  std::vector<EstimatedTooth> teeth;
  for (const FoundTooth& tooth : found.teeth) teeth.push_back({tooth.fdi, tooth.confidence, tooth.sure});
  return teeth;
}

// ---- Jaws and scans

bool has_area(const RawMesh& mesh, const Face& face) {
  const Eigen::Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]], &c = mesh.vertices[face[2]];
  return a.allFinite() && b.allFinite() && c.allFinite() && (b - a).cross(c - a).norm() > 0;
}

auto by_place(const Eigen::Vector3d& point) { return std::tuple(point.x(), point.y(), point.z()); }

}  // namespace

FoundTeeth teeth_of_scan(const RawMesh& raw, std::optional<Jaw> given, const Progress& progress) {
  FoundTeeth seen = first_search(raw, progress);
  if (!given) {
    limit_to_jaw_confidence(seen);
    return seen;
  }
  FoundTeeth found = seen.teeth.empty() || seen.jaw == *given ? seen : search(raw, given, progress);
  found.jaw = *given;
  found.jaw_confidence = 1;
  if (seen.jaw == *given || seen.teeth.empty() || seen.jaw_confidence < sure_confidence) return found;
  found.findings.push_back(
      {codes::jaw_contradicted,
       Severity::warning,
       {{"given", name_of(*given)}, {"seen", name_of(seen.jaw)}, {"confidence", seen.jaw_confidence}}});
  for (FoundTooth& tooth : found.teeth) {
    tooth.confidence *= 1 - seen.jaw_confidence;
    tooth.sure = false;
  }
  return found;
}

RawJaw raw_jaw_of(RawMesh mesh, const std::string& name, std::optional<Jaw> jaw,
                  const ImportOptions& options) {
  FileLabels labels{.vertices = mesh.vertices.size(), .numbers = std::exchange(mesh.labels, {}), .tooth = {}};
  RawJaw read{.mesh = std::move(mesh), .report = {.files = {{name, "arrays", ""}}}};
  if (!labels.numbers.empty()) read.report.label_sources = {{LabelSource::Kind::of_vertices}};
  return completed_jaw(std::move(read), {std::move(labels)}, name, jaw, options);
}

RawJaw completed_jaw(RawJaw read, const std::vector<FileLabels>& labels, const std::string& name,
                     std::optional<Jaw> jaw, const ImportOptions& options) {
  auto& [raw, report] = read;
  report.vertices_read = raw.vertices.size();
  report.triangles_read = raw.faces.size();
  if (options.teeth != TeethSource::none) {
    JawLabels jaw_labels = label_jaw(labels, jaw.value_or(Jaw::upper), options.numbering);
    raw.labels = std::move(jaw_labels.fdi);
    // If the jaw is unknown, numbers of either jaw are right.
    if (!jaw)
      std::erase_if(jaw_labels.remarks,
                    [](const Finding& finding) { return finding.code == codes::labels_of_other_jaw; });
    report.remarks.insert(report.remarks.end(), jaw_labels.remarks.begin(), jaw_labels.remarks.end());
  }
  apply_unit(raw, options, name, report);
  return read;
}

ImportedJaw closed_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                       const ImportOptions& options) {
  auto& [raw, report] = read;
  std::vector<EstimatedTooth> estimated;
  if (raw.labels.empty() && options.teeth == TeethSource::automatic)
    // These labels go through the repair like labels of a file.
    estimated = estimate_labels(raw, jaw, report);
  RepairedSolid repaired = repair(raw, name);
  report.components = repaired.components;
  report.closed_by_import = repaired.closed_by_import;
  repaired.solid.estimated_teeth = std::move(estimated);
  repaired.solid.leave_unnumbered = options.teeth == TeethSource::none;
  report.repairs = repaired.counts;
  report.repairs.faces_with_bad_indices = raw.faces_with_bad_indices;
  report.remarks.insert(report.remarks.end(), repaired.remarks.begin(), repaired.remarks.end());
  std::vector<VertexColour> colours = colours_on(repaired.solid, raw);
  return {.solid = std::make_shared<const Solid>(std::move(repaired.solid)),
          .report = std::move(report),
          .colours = std::move(colours)};
}

MeshReport without_search_for_teeth(MeshReport report) {
  std::erase_if(report.findings,
                [](const Finding& finding) { return finding.code == codes::no_teeth_found; });
  return report;
}

std::vector<VertexColour> colours_on(const Solid& solid, const RawMesh& raw) {
  if (raw.colours.empty()) return {};
  std::vector<std::uint32_t> sorted;
  for (std::uint32_t v = 0; v < raw.vertices.size(); ++v)
    if (raw.vertices[v].allFinite() && raw.colours[v][3] > 0) sorted.push_back(v);
  const auto place_of = [&](std::uint32_t v) { return by_place(raw.vertices[v]); };
  std::ranges::stable_sort(sorted, {}, place_of);  // among vertices at one position, the first counts
  std::vector<VertexColour> colours(solid.mesh.vertices.size(), VertexColour{});
  for (std::size_t v = 0; v < colours.size(); ++v) {
    const auto place = by_place(solid.mesh.vertices[v]);
    const auto found = std::ranges::lower_bound(sorted, place, {}, place_of);
    if (found != sorted.end() && place_of(*found) == place) colours[v] = raw.colours[*found];
  }
  return colours;
}

ReadScan scan_of_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                     const ImportOptions& options) {
  auto& [raw, report] = read;
  if (std::ranges::none_of(raw.faces, [&](const Face& face) { return has_area(raw, face); })) {
    throw InputError(name, phrase("no face with an area is left; export the scan again"),
                     Finding{"no_faces", Severity::error});
  }
  constexpr std::uint64_t a_face = 200;  // bytes of memory for registration, rounded down
  need_memory(a_face * raw.faces.size());
  std::vector<EstimatedTooth> estimated;
  if (raw.labels.empty() && options.teeth == TeethSource::automatic)
    estimated = estimate_labels(raw, jaw, report);
  JawScan scan{.mesh = {std::move(raw.vertices), std::move(raw.faces)}, .labels = std::move(raw.labels)};
  return {.scan = std::make_shared<const JawScan>(std::move(scan)),
          .report = std::move(report),
          .estimated_teeth = std::move(estimated)};
}

ReadScan read_scan(const std::string& source, std::optional<Jaw> jaw, const ImportOptions& options) {
  return scan_of_jaw(read_jaw(source, jaw, options), source, jaw, options);
}

ReadScan read_buccal_scan(const std::string& source, std::optional<double> mm_per_unit) {
  return read_scan(source, std::nullopt, {.mm_per_unit = mm_per_unit, .teeth = TeethSource::none});
}

}  // namespace intercusp
