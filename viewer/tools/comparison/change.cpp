#include <algorithm>
#include <cmath>
#include <utility>

#include "io/case/scan_names.h"
#include "io/language/language.h"
#include "io/results/comparison/report.h"
#include "occlusion/registration/tooth_starts.h"
#include "viewer/scene/surface_paint.h"
#include "viewer/tools/comparison/tool.h"

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

namespace {

std::vector<Swatch> change_swatches(const ChangeScale& scale) {
  const auto swatch = [&](double mm) {
    return Swatch(scale.colour_at(mm), (mm > 0 ? "+" : "") + um_text(mm));
  };
  const double end = scale.end_mm;
  std::vector<Swatch> swatches = {swatch(-end), swatch(-end / 2), swatch(end / 2), swatch(end)};
  swatches.front().second = phrase("{} lost", swatches.front().second);
  swatches.back().second = phrase("{} gained", swatches.back().second);
  swatches.insert(swatches.begin() + 2,
                  {within_noise_colour, phrase("within the noise, ±{}", um_text(scale.noise_mm))});
  swatches.emplace_back(not_compared_colour, Text("not on the other scan"));
  return swatches;
}

//! The open jaw's number of a tooth before: estimated numbers may differ between the scans.
int number_on_open(const ScanComparison& found, int fdi) {
  const auto before = tooth_middles(*found.before), after = tooth_middles(*found.after);
  const auto middle = before.find(fdi);
  if (middle == before.end()) return 0;
  constexpr double reach_mm = 4;  // half a premolar
  int nearest = 0;
  double least_mm = reach_mm;
  for (const auto& [number, place] : after) {
    const double distance_mm = (found.before_from_after() * place - middle->second).norm();
    if (distance_mm < least_mm) least_mm = distance_mm, nearest = number;
  }
  return nearest;
}

}  // namespace

std::shared_ptr<const SurfacePaint> paint_of_change(const LoadedCase& loaded, Jaw which,
                                                    const ComparisonWork::Painted& painted) {
  constexpr std::uint8_t opacity = 240;
  const ScanComparison& found = painted.change->found();
  const ChangeScale& scale = painted.scale;
  const Solid& jaw = *loaded.bite.of(which);
  std::vector<GpuJaw::Paint> colours;
  colours.reserve(found.after_smooth_mm.size());
  for (const double change_mm : with_breaks(jaw.mesh, found.after_smooth_mm, scale))
    colours.push_back({scale.colour_at(change_mm), opacity});
  const int number =
      painted.selected != 0 && !jaw.labels.empty() ? number_on_open(found, painted.selected) : 0;
  if (number != 0) outline_tooth(colours, jaw.mesh, jaw.labels, number);
  SurfacePaint paint{.upper = {}, .lower = {}, .title = Text("Change, µm"), .swatches = [scale] {
                       return change_swatches(scale);
                     }};
  (which == Jaw::upper ? paint.upper : paint.lower) = std::move(colours);
  return std::make_shared<const SurfacePaint>(std::move(paint));
}

}  // namespace intercusp::viewer
