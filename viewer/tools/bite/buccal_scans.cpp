#include "viewer/tools/bite/buccal_scans.h"

#include <span>
#include <utility>

#include "io/case/jaw_of_mesh.h"
#include "io/case/scan_names.h"
#include "occlusion/registration/buccal_bite.h"

namespace intercusp::viewer {
namespace {

//! Without its numbers: a buccal scan is compared by its shape alone.
JawScan shape_of(const Solid& jaw) { return {.mesh = scanned(jaw).mesh, .labels = {}}; }

}  // namespace

BuccalScans read_buccal_scans(const std::vector<std::string>& files, std::optional<double> mm_per_unit,
                              const Progress& progress) {
  BuccalScans read;
  for (const std::string& file : files) {
    read.scans.push_back(*read_buccal_scan(file, mm_per_unit).scan);
    const auto solid = std::make_shared<const Solid>(solid_of(read.scans.back().mesh));
    const auto meshes = scene_meshes({solid, nullptr, Eigen::Isometry3d::Identity()}, progress);
    read.meshes.emplace_back(meshes, &meshes->upper);
  }
  return read;
}

ScanShows shown_by_name(const std::string& file) {
  if (names_buccal_scan(file)) return ScanShows::buccal;
  return jaw_in_name(file) ? ScanShows::jaw : ScanShows::unknown;
}

ScanShows shown_by_shape(const LoadedCase& loaded, const std::string& file, const Progress& progress) {
  RawJaw read =
      read_jaw(file, std::nullopt, {.mm_per_unit = loaded.request.mm_per_unit, .teeth = TeethSource::none});
  const JawScan scan{.mesh = {.vertices = read.mesh.vertices, .faces = read.mesh.faces}, .labels = {}};
  report_progress(progress, 0.1);
  const BuccalBite fits = buccal_bite(shape_of(*loaded.bite.upper), shape_of(*loaded.bite.lower),
                                      std::span(&scan, 1), part_of(progress, 0.1, 0.7));
  if (fits.scans.front().determined()) return ScanShows::buccal;
  const FoundTeeth teeth = teeth_of_scan(read.mesh, std::nullopt, part_of(progress, 0.7, 1));
  return teeth.teeth.empty() ? ScanShows::unknown : ScanShows::jaw;
}

}  // namespace intercusp::viewer
