#include "io/report/export_articulate.h"

#include <fmt/format.h>

#include "io/picture/image_bytes.h"
#include "io/picture/map_picture.h"
#include "io/picture/text.h"
#include "io/report/articulate_csv.h"
#include "io/report/articulate_json.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

//! The picture under a line that says which pose it shows.
Picture headed(const Picture& picture, const std::string& heading) {
  constexpr int heading_px = 64, margin_px = 28;
  Picture whole(picture.width, picture.height + heading_px);
  draw_text(whole, margin_px, 26, heading, {.size_px = 26, .bold = true});
  paste(whole, picture, 0, heading_px);
  return whole;
}

//! The clearance map where the movement was last reported.
OutputFile picture_of(const ArticulateReport& report, const MovementReport& movement) {
  const GuidanceStep& guidance = movement.guidance.back();
  Bite bite = report.result.bite;
  bite.upper_from_lower = guidance.step.pose.upper_from_lower;
  // One direction for all pictures, so that they can be laid beside each other.
  const Inspection inspection =
      inspect(prepare_case(bite), {.direction = report.result.articulator.axes.superior,
                                   .sectors = 1,
                                   .surface_distance = false,
                                   .bite_error = {.poses = 0},
                                   .thresholds_mm = {report.result.options.threshold_mm}});
  const std::string heading = fmt::format("{} by {} mm: {}", capitalised(in_words(movement.excursion)),
                                          shortest(guidance.step.asked_mm), guidance_in_words(guidance));
  Provenance provenance = provenance_of(inspection, report.upper, report.lower);
  provenance.settings += "; articulator: " + provenance_of(report).settings;
  return {std::string(name_of(movement.excursion)) + ".png",
          png_bytes(headed(map_picture(inspection, Palette::classic, provenance), heading))};
}

OutputFile track_of(const MovementReport& movement) {
  std::vector<Eigen::Isometry3d> poses;
  for (const ContactStep& step : movement.path) poses.push_back(step.pose.upper_from_lower);
  return {std::string(name_of(movement.excursion)) + ".csv", track_csv(poses)};
}

OutputFile opening_track(const ArticulatedBite& result) {
  std::vector<Eigen::Isometry3d> poses;
  for (const ArticulatedPose& pose : result.opening) poses.push_back(pose.upper_from_lower);
  return {"opening.csv", track_csv(poses)};
}

}  // namespace

std::vector<OutputFile> articulate_files(const ArticulateReport& report) {
  std::vector<OutputFile> files = {{"articulate.json", articulate_json(report)},
                                   {"guidance.csv", guidance_csv(report)}};
  if (report.sensitivity != nullptr) files.push_back({"sensitivity.csv", sensitivity_csv(report)});
  for (const MovementReport& movement : report.result.movements) {
    files.push_back(track_of(movement));
    if (!movement.guidance.empty()) files.push_back(picture_of(report, movement));
  }
  files.push_back(opening_track(report.result));
  return files;
}

}  // namespace intercusp
