#include "viewer/app/exports.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "io/files/json_layout.h"
#include "io/files/write_atomically.h"
#include "io/picture/image_bytes.h"
#include "io/picture/map_picture.h"
#include "io/picture/posed_jaw.h"
#include "io/report/contacts_csv.h"
#include "io/report/export_inspection.h"
#include "io/report/json_parts.h"
#include "io/report/vtp_bytes.h"
#include "occlusion/inspect.h"
#include "viewer/app/jobs.h"

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

Inspection inspected(const ShownBite& shown, const InspectionOptions& options, const Progress& progress) {
  const Case posed = prepare_case(bite_of(shown), shown.loaded->labels_estimated);
  Inspection inspection = inspect(posed, options, progress);
  report_progress(progress, 1);
  return inspection;
}

//! What `inspect` says of it, at the threshold shown as well.
InspectionOptions of_report(const ShownBite& shown) {
  InspectionOptions options;
  std::vector<double>& thresholds = options.thresholds_mm;
  if (std::ranges::find(thresholds, shown.threshold_mm) == thresholds.end()) {
    thresholds.push_back(shown.threshold_mm);
    std::ranges::sort(thresholds);
  }
  return options;
}

//! The map along the direction shown, and nothing that only a report tells.
InspectionOptions of_map(const ShownBite& shown) {
  InspectionOptions options;
  options.direction = shown.loaded->frame.projection.view_from_case().linear().row(2).transpose();
  options.surface_distance = false;
  options.bite_error.poses = 0;
  options.thresholds_mm = {shown.threshold_mm};
  return options;
}

Provenance provenance_of(const Inspection& inspection, const ShownBite& shown) {
  return intercusp::provenance_of(inspection, shown.loaded->upper, shown.loaded->lower);
}

void write_file(const fs::path& file, const std::string& bytes) {
  if (!file.parent_path().empty()) make_folder(file.parent_path());
  write_atomically(file, bytes);
}

void write_meshes(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  InspectionOptions options = of_map(shown);
  options.surface_distance = true;
  const Inspection inspection = inspected(shown, options, progress);
  const auto vtp_of = [&](const PosedJaw& jaw, const VertexDistances& distances) {
    return vtp_bytes(jaw, clearance_at_vertices(SurfaceClearance(inspection.map, jaw), jaw), &distances,
                     provenance_of(inspection, shown));
  };
  const SurfaceDistances& distances = inspection.surface->distances;
  const std::array<OutputFile, 2> files = {
      OutputFile{"upper.vtp", vtp_of(posed_upper(inspection.bite), distances.upper)},
      OutputFile{"lower.vtp", vtp_of(posed_lower(inspection.bite), distances.lower)}};
  write_together(folder, files);
}

std::string map_image(const ShownBite& shown, const Progress& progress) {
  const Inspection inspection = inspected(shown, of_map(shown), progress);
  return png_bytes(map_picture(inspection, shown.palette, provenance_of(inspection, shown)));
}

std::string contact_table(const ShownBite& shown, const Progress& progress) {
  const Inspection inspection = inspected(shown, of_report(shown), progress);
  return contacts_csv(inspection, provenance_of(inspection, shown));
}

void write_report(const ShownBite& shown, const fs::path& folder, const Progress& progress) {
  const LoadedCase& loaded = *shown.loaded;
  const Inspection inspection = inspected(shown, of_report(shown), part_of(progress, 0, 0.8));
  write_inspection(inspection, loaded.upper, loaded.lower, folder, loaded.import_ms);
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

}  // namespace

Bite bite_of(const ShownBite& shown) {
  Bite bite = shown.loaded->bite;
  bite.upper_from_lower = shown.upper_from_lower;
  return bite;
}

void write_export(Export what, const ShownBite& shown, const fs::path& target, const Progress& progress) {
  switch (what) {
    case Export::report:
      return write_report(shown, target, progress);
    case Export::pose:
      return write_file(target, laid_out({{"upper_from_lower", pose_json(shown.upper_from_lower)}}));
    case Export::map_image:
      return write_file(target, map_image(shown, progress));
    case Export::contacts_csv:
      return write_file(target, contact_table(shown, progress));
    case Export::meshes:
      return write_meshes(shown, target, progress);
    case Export::session:
      break;
  }
}

bool Actions::exists(Export what, const fs::path& target) {
  constexpr std::array report = {
      "report.json",         "report.html",       "contacts.csv",       "map.nrrd",           "map.png",
      "map_colourblind.png", "frontal.png",       "upper_occlusal.png", "lower_occlusal.png", "upper.vtp",
      "lower.vtp",           "contact_curves.vtp"};
  constexpr std::array meshes = {"upper.vtp", "lower.vtp"};
  const auto in_target = [&](const char* name) { return is_there(target / name); };
  if (what == Export::report) return std::ranges::any_of(report, in_target);
  if (what == Export::meshes) return std::ranges::any_of(meshes, in_target);
  return is_there(target);
}

}  // namespace intercusp::viewer
