#include "io/case/jaw_of_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/case/scale_check.h"
#include "io/case/scan_colours.h"
#include "io/case/teeth_of_scan.h"
#include "io/files/errors.h"
#include "io/language/language.h"
#include "io/mesh/repair/make_solid.h"

namespace intercusp {
namespace {

constexpr Text found_on_scan("found on the scan");

//! Largest extent along an axis of what the faces use; a stray vertex elsewhere says nothing about the unit.
double largest_extent(const RawMesh& raw) {
  Bounds bounds;
  for (const Face& face : raw.faces) {
    for (const std::uint32_t corner : face) {
      if (raw.vertices[corner].allFinite()) bounds.add(raw.vertices[corner]);
    }
  }
  return bounds.empty() ? 0 : bounds.size().maxCoeff();
}

void apply_unit(RawMesh& raw, const ImportOptions& options, const std::string& name, MeshReport& report) {
  if (options.mm_per_unit) {
    if (*options.mm_per_unit == 1) return;
    for (Eigen::Vector3d& vertex : raw.vertices) vertex *= *options.mm_per_unit;
    raw.patch_error *= *options.mm_per_unit;
    return;
  }
  const double size = largest_extent(raw);
  const auto odd = size > 0 ? check_scale(size) : std::nullopt;
  if (!odd) return;
  if (odd->near_a_unit && (odd->sure || options.refuse_odd_scale))
    throw InputError(name, odd->text, odd->finding);
  report.remarks.push_back(odd->finding);
}

RepairedSolid repair(const RawMesh& raw, const ImportOptions& options, const std::string& name) {
  try {
    return make_solid(raw, {.loose_component_share = options.loose_component_share});
  } catch (const RepairError& error) {
    throw InputError(name, error.what(), Finding{"not_a_solid", Severity::error});
  }
}

//! The case goes on without teeth where the search fails.
FoundTeeth search_for_teeth(const RawMesh& raw, std::optional<Jaw> jaw) {
  try {
    return teeth_of_scan(raw, jaw);
  } catch (const std::exception&) {
    FoundTeeth nothing;
    nothing.findings = {{"no_teeth_found"}};
    return nothing;
  }
}

//! Labels the vertices with the teeth found on them, which travel through the repair like labels of a file.
std::vector<EstimatedTooth> estimate_labels(RawMesh& raw, std::optional<Jaw> jaw, MeshReport& report) {
  FoundTeeth found = search_for_teeth(raw, jaw);
  report.findings = std::move(found.findings);
  if (found.teeth.empty()) return {};
  raw.labels = std::move(found.labels);
  report.label_source = found_on_scan.english;
  std::vector<EstimatedTooth> teeth;
  for (const FoundTooth& tooth : found.teeth) teeth.push_back({tooth.fdi, tooth.confidence, tooth.sure});
  return teeth;
}

}  // namespace

RawJaw raw_jaw_of(RawMesh mesh, const std::string& name, std::optional<Jaw> jaw,
                  const ImportOptions& options) {
  FileLabels labels{.vertices = mesh.vertices.size(), .numbers = std::exchange(mesh.labels, {}), .tooth = {}};
  RawJaw read{.mesh = std::move(mesh), .report = {.files = {{name, "arrays", ""}}}};
  if (!labels.numbers.empty()) read.report.label_source = "per-vertex labels in the file";
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
    if (!jaw)  // numbers of either jaw are right
      std::erase_if(jaw_labels.remarks,
                    [](const Finding& finding) { return finding.code == "labels_of_other_jaw"; });
    report.remarks.insert(report.remarks.end(), jaw_labels.remarks.begin(), jaw_labels.remarks.end());
  }
  apply_unit(raw, options, name, report);
  report.patches = raw.patches;
  report.patch_error_mm = raw.patch_error;
  return read;
}

ImportedJaw closed_jaw(RawJaw read, const std::string& name, std::optional<Jaw> jaw,
                       const ImportOptions& options) {
  auto& [raw, report] = read;
  std::vector<EstimatedTooth> estimated;
  if (raw.labels.empty() && options.teeth == TeethSource::automatic)
    estimated = estimate_labels(raw, jaw, report);
  RepairedSolid repaired = repair(raw, options, name);
  if (raw.patches > 0 && repaired.closed_by_import) {
    throw InputError(name,
                     phrase("its {} Bézier patches do not close: give patches that meet the same control "
                            "points and weights along their common edge, add what is missing, and export "
                            "them again",
                            raw.patches));
  }
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
  std::erase_if(report.findings, [](const Finding& finding) { return finding.code == "no_teeth_found"; });
  return report;
}

}  // namespace intercusp
