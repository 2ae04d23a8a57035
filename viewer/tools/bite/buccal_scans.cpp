#include "viewer/tools/bite/buccal_scans.h"

#include <span>
#include <utility>

#include "io/case/jaw_names.h"
#include "io/case/read_scan.h"
#include "io/case/teeth_of_scan.h"
#include "occlusion/registration/buccal_bite.h"

namespace intercusp::viewer {
namespace {

ImportOptions options_of_buccal_scans(std::optional<double> mm_per_unit) {
  ImportOptions options{.teeth = TeethSource::none};
  options.mm_per_unit = mm_per_unit;
  return options;
}

//! What was scanned of a jaw. Its numbers are left out: a buccal scan is compared by its shape alone.
JawScan scanned_part(const Solid& jaw) {
  JawScan scan{.mesh = {.vertices = jaw.mesh.vertices, .faces = {}}, .labels = {}};
  scan.mesh.faces.assign(jaw.mesh.faces.begin(),
                         jaw.mesh.faces.begin() + static_cast<std::ptrdiff_t>(jaw.anatomy_faces));
  return scan;
}

}  // namespace

BuccalScans read_buccal_scans(const std::vector<std::string>& files, std::optional<double> mm_per_unit,
                              const Progress& progress) {
  BuccalScans read;
  for (const std::string& file : files) {
    read.scans.push_back(*read_scan(file, std::nullopt, options_of_buccal_scans(mm_per_unit)).scan);
    Solid drawn;
    drawn.mesh = read.scans.back().mesh;
    drawn.anatomy_faces = drawn.mesh.faces.size();
    const auto meshes = scene_meshes(
        {std::make_shared<const Solid>(std::move(drawn)), nullptr, Eigen::Isometry3d::Identity()}, progress);
    read.meshes.emplace_back(meshes, &meshes->upper);
  }
  return read;
}

ScanShows shown_by_name(const std::string& file) {
  if (names_buccal_scan(file)) return ScanShows::buccal;
  return jaw_in_name(file) ? ScanShows::jaw : ScanShows::unknown;
}

ScanShows shown_by_shape(const LoadedCase& loaded, const std::string& file, const Progress& progress) {
  RawJaw read = read_jaw(file, std::nullopt, options_of_buccal_scans(loaded.request.mm_per_unit));
  const JawScan scan{.mesh = {.vertices = read.mesh.vertices, .faces = read.mesh.faces}, .labels = {}};
  report_progress(progress, 0.1);
  const BuccalBite fits = buccal_bite(scanned_part(*loaded.bite.upper), scanned_part(*loaded.bite.lower),
                                      std::span(&scan, 1), part_of(progress, 0.1, 0.7));
  if (fits.scans.front().determined()) return ScanShows::buccal;
  const FoundTeeth teeth = teeth_of_scan(read.mesh, std::nullopt, part_of(progress, 0.7, 1));
  return teeth.teeth.empty() ? ScanShows::unknown : ScanShows::jaw;
}

}  // namespace intercusp::viewer
