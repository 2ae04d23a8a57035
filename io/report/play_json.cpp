#include "io/report/play_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/files/json_layout.h"
#include "io/report/json_parts.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/motion/tracks/play_summary.h"
#include "occlusion/motion/tracks/tooth_history.h"

namespace intercusp {
namespace {

using Json = nlohmann::ordered_json;

//! Sums of thousands of times, rid of what adding them up left in the last digits.
double time_of(double sum_s) { return std::round(sum_s * 1e9) / 1e9; }

Json played_jaw_json(const MeshReport& report, const Solid& solid) {
  return {{"file", joined_paths(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"files", files_json(report)},
          {"anatomy_triangles", solid.anatomy_faces},
          {"label_source", report.label_source.empty() ? Json(nullptr) : Json(report.label_source)},
          {"remarks", report.remarks}};
}

Json track_json(const PlayReport& report) {
  const TrackFile& file = report.track;
  return {{"file", report.track_path},
          {"format", file.format},
          {"sha256", file.sha256},
          {"poses", file.track.poses.size()},
          {"from_s", file.track.poses.front().time_s},
          {"to_s", file.track.poses.back().time_s},
          {"named_parts", file.track.parts.size()},
          {"rotations_mended", file.mended},
          {"largest_change_in_mending", file.largest_change}};
}

Json settings_json(const PlayOptions& options) {
  return {{"engine", options.engine == EngineKind::automatic ? "auto" : name_of(options.engine)},
          {"pixel_mm", options.pixel_mm},
          {"depth_tolerance_mm", options.depth_tolerance_mm},
          {"direction", options.direction ? vector_of(*options.direction) : Json("auto")},
          {"threshold_mm", options.threshold_mm},
          {"rate_hz", or_null(options.rate_hz)}};
}

Json projection_json(const MapFrame& frame) {
  const Eigen::Matrix3d axes = frame.projection.view_from_case().linear();
  return {{"direction", vector_of(axes.row(2))}, {"pixel_mm", frame.grid.pixel_mm},
          {"width", frame.grid.width},           {"height", frame.grid.height},
          {"right", vector_of(axes.row(0))},     {"down", vector_of(axes.row(1))},
          {"u0_mm", frame.grid.u0_mm},           {"v0_mm", frame.grid.v0_mm}};
}

Json definitions_json(const PlayOptions& options) {
  return {{"measure", "clearance"},          {"threshold_mm", options.threshold_mm},
          {"penetration_counted", true},     {"clipped", true},
          {"clearance", measure_sentence()}, {"contact", contact_sentence({options.threshold_mm})},
          {"areas", play_area_sentence()},   {"contact_time", contact_time_sentence()},
          {"movement", movement_sentence()}};
}

Json summary_json(const Playback& playback) {
  const PlaySummary summary = summary_of(playback);
  return {{"poses", playback.moments.size()},
          {"played_s", time_of(summary.played_s)},
          {"contact_s", time_of(summary.contact_s)},
          {"first_contact_s", or_null(summary.first_contact_s)},
          {"least_clearance_mm", or_null(summary.least_clearance_mm)},
          {"max_penetration_mm", std::max(0.0, -summary.least_clearance_mm.value_or(0))},
          {"least_clearance_at_s", summary.least_clearance_mm ? Json(summary.least_at_s) : Json(nullptr)},
          {"greatest_projected_mm2", summary.greatest_projected_mm2},
          {"greatest_surface_mm2", summary.greatest_surface_mm2},
          {"greatest_projected_at_s",
           summary.greatest_projected_mm2 > 0 ? Json(summary.greatest_at_s) : Json(nullptr)},
          {"left_share", or_null(summary.left_share)},
          {"right_share", or_null(summary.right_share)},
          {"shares_of", "projected area times time"}};
}

Json movements_json(const Playback& playback) {
  Json list = Json::array();
  for (const Movement& movement : playback.movements) {
    list.push_back({{"from_s", movement.from_s},
                    {"to_s", movement.to_s},
                    {"name", movement.name},
                    {"kind", name_of(movement.kind)},
                    {"named_by_track", movement.named_by_track}});
  }
  return list;
}

Json teeth_json(const Playback& playback) {
  Json list = Json::array();
  for (const ToothHistory& tooth : tooth_histories(playback)) {
    Json by_kind = Json::object();
    for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
      if (tooth.by_kind_s[kind] > 0)
        by_kind[std::string(name_of(static_cast<ContactKind>(kind)))] = time_of(tooth.by_kind_s[kind]);
    }
    list.push_back(
        {{"tooth", tooth.tooth},
         {"contact_s", time_of(tooth.contact_s)},
         {"contact_s_by_movement", by_kind},
         {"min_clearance_mm",
          std::isfinite(tooth.least_clearance_mm) ? Json(tooth.least_clearance_mm) : Json(nullptr)},
         {"greatest_surface_mm2", tooth.greatest_mm2},
         {"greatest_at_s", tooth.greatest_at_s},
         {"first_s", tooth.first_s},
         {"last_s", tooth.last_s}});
  }
  return list;
}

}  // namespace

std::string play_json(const PlayReport& report) {
  const Playback& playback = report.playback;
  const auto poses = static_cast<double>(playback.moments.size());
  return laid_out({{"schema", "intercusp-play/1"},
                   {"version", INTERCUSP_VERSION},
                   {"units", "mm"},
                   {"purpose", "for research and planning support; not a diagnosis"},
                   {"remarks", sentences_of(playback.findings)},
                   {"findings", findings_json(playback.findings)},
                   {"upper", played_jaw_json(report.upper, *playback.bite.upper)},
                   {"lower", played_jaw_json(report.lower, *playback.bite.lower)},
                   {"track", track_json(report)},
                   {"settings", settings_json(playback.options)},
                   {"engine", name_of(playback.engine)},
                   {"engine_reason", playback.engine_reason},
                   {"projection", projection_json(playback.frame)},
                   {"anatomy", anatomy_json(playback.anatomy)},
                   {"labels_estimated", playback.labels_estimated},
                   {"definitions", definitions_json(playback.options)},
                   {"from_s", playback.from_s},
                   {"to_s", playback.to_s},
                   {"asked_poses", playback.asked_poses},
                   {"stopped_at_s", or_null(playback.stopped_at_s)},
                   {"summary", summary_json(playback)},
                   {"movements", movements_json(playback)},
                   {"teeth", teeth_json(playback)},
                   {"timings_ms",
                    {{"import", report.import_ms},
                     {"prepare", playback.prepare_ms},
                     {"play", playback.play_ms},
                     {"per_pose", poses > 0 ? playback.play_ms / poses : 0}}}});
}

}  // namespace intercusp
