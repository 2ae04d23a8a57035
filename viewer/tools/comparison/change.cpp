#include "viewer/tools/comparison/change.h"

#include <algorithm>
#include <utility>

#include "io/case/scan_names.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp::viewer {
namespace {

ReadScan scan_of_open(const Solid& solid, const MeshReport& report) {
  return {.scan = std::make_shared<const JawScan>(scanned(solid)),
          .report = report,
          .estimated_teeth = solid.estimated_teeth};
}

}  // namespace

std::shared_ptr<const ReadEarlier> read_earlier(const EarlierKey& key, const Progress& progress) {
  const std::optional<JawName> name = jaw_in_name(key.source);
  std::optional<Jaw> jaw = key.jaw;
  if (!jaw && name) jaw = name->jaw;
  auto earlier = std::make_shared<ReadEarlier>();
  earlier->read = read_scan(key.source, jaw);
  report_progress(progress, 0.6);
  earlier->jaw = jaw ? jaw : jaw_of_numbers(tooth_middles(*earlier->read.scan));
  earlier->solid = std::make_shared<const Solid>(drawn(*earlier->read.scan));
  const auto meshes =
      scene_meshes({earlier->solid, nullptr, Eigen::Isometry3d::Identity()}, part_of(progress, 0.6, 1));
  earlier->meshes = {meshes, &meshes->upper};
  return earlier;
}

std::shared_ptr<const EarlierChange> compared(const LoadedCase& loaded, const ChangeKey& key,
                                              const Progress& progress) {
  ComparisonRequest request;
  if (!key.landmarks.empty()) request.start = rigid_fit(key.landmarks);
  EarlierChange change{
      .comparison = compare_read_scans(
          key.earlier->read,
          {scan_of_open(*key.open, key.earlier->jaw == Jaw::upper ? loaded.upper : loaded.lower)},
          std::move(request), progress),
      .scale = {}};
  if (change.found().determined()) change.scale = change_scale(change.found());
  return std::make_shared<const EarlierChange>(std::move(change));
}

}  // namespace intercusp::viewer
