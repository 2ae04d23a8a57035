#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/report/parts.h"
#include "io/results/tracks/parts.h"
#include "io/results/tracks/report.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {
namespace {

Fields jaw_fields(const MeshReport& report, const Solid& solid) {
  return {{"file", paths_of(report)},
          {"triangles", report.triangles_read},
          {"closed_by_import", report.closed_by_import},
          {"files", input_files(report)},
          {"anatomy_triangles", solid.anatomy_faces},
          {"label_source", label_source_value(report)},
          {"estimated_teeth", estimated_teeth_values(solid.estimated_teeth)},
          {"remarks", sentences_of(report.remarks)}};
}

Fields track_fields(const TrackFile& file, const std::string& path) {
  return {{"file", path},
          {"format", file.format},
          {"sha256", file.sha256},
          {"poses", file.track.poses.size()},
          {"from_s", file.track.poses.front().time_s},
          {"to_s", file.track.poses.back().time_s},
          {"named_parts", file.track.parts.size()},
          {"rotations_mended", file.mended},
          {"largest_change_in_mending", file.largest_change},
          {"remarks", sentences_of(file.remarks)}};
}

Fields settings_fields(const PlayOptions& options) {
  return {{"engine", asked_engine(options.engine)},
          {"pixel_mm", options.pixel_mm},
          {"depth_tolerance_mm", options.depth_tolerance_mm},
          {"direction", asked_direction(options.direction)},
          {"threshold_mm", options.threshold_mm},
          {"rate_hz", options.rate_hz}};
}

Fields definition_fields(const PlayOptions& options) {
  return {{"measure", "clearance"},          {"threshold_mm", options.threshold_mm},
          {"penetration_counted", true},     {"clipped", true},
          {"clearance", measure_sentence()}, {"contact", contact_sentence({options.threshold_mm})},
          {"areas", play_area_sentence()},   {"contact_time", contact_time_sentence()},
          {"movement", movement_sentence()}};
}

Fields summary_fields(const Playback& playback) {
  const PlaySummary summary = summary_of(playback);
  return {{"poses", playback.samples.size()},
          {"played_s", to_nanoseconds(summary.played_s)},
          {"contact_s", to_nanoseconds(summary.contact_s)},
          {"first_contact_s", summary.first_contact_s},
          {"least_clearance_mm", summary.least_clearance_mm},
          {"max_penetration_mm", std::max(0.0, -summary.least_clearance_mm.value_or(0))},
          {"least_clearance_at_s", summary.least_clearance_mm ? Value(summary.least_at_s) : Value()},
          {"greatest_projected_mm2", summary.greatest_projected_mm2},
          {"greatest_surface_mm2", summary.greatest_surface_mm2},
          {"greatest_projected_at_s",
           summary.greatest_projected_mm2 > 0 ? Value(summary.greatest_at_s) : Value()},
          {"left_share", summary.left_share},
          {"right_share", summary.right_share},
          {"shares_of", "projected area times time"}};
}

Values movement_values(const Playback& playback) {
  return list_of(playback.movements, [](const Movement& movement) {
    return Fields{{"from_s", movement.from_s},
                  {"to_s", movement.to_s},
                  {"name", movement.name},
                  {"kind", name_of(movement.kind)},
                  {"named_by_track", movement.named_by_track}};
  });
}

Fields json_of(const Playback& playback, const PlayedTrack& track, const Inputs& inputs,
               const std::vector<ToothHistory>& teeth) {
  const ForPrograms english;
  const auto poses = static_cast<double>(playback.samples.size());
  return envelope("intercusp-play/1", "mm") +
         Fields{{"remarks", remark_values(playback.findings, inputs.upper, inputs.lower)},
                {"findings", finding_values(playback.findings, inputs.upper, inputs.lower)},
                {"upper", jaw_fields(inputs.upper, *playback.closed_case->bite.upper)},
                {"lower", jaw_fields(inputs.lower, *playback.closed_case->bite.lower)},
                {"track", track_fields(track.file, track.path)},
                {"settings", settings_fields(playback.options)},
                {"engine", name_of(playback.engine)},
                {"engine_reason", engine_reason_in_words(playback.engine_reason)},
                {"projection", direction_fields(playback.view) + window_fields(playback.view)},
                {"anatomy", anatomy_fields(playback.closed_case->anatomy)},
                {"labels_estimated", has_estimated_teeth(playback.closed_case->bite)},
                {"definitions", definition_fields(playback.options)},
                {"from_s", playback.from_s},
                {"to_s", playback.to_s},
                {"asked_poses", playback.asked_poses},
                {"stopped_at_s", playback.stopped_at_s},
                {"summary", summary_fields(playback)},
                {"movements", movement_values(playback)},
                {"teeth", json_rows(history_figures(), history_rows(playback.closed_case->bite, teeth))},
                {"timings_ms",
                 {{"import", inputs.import_ms},
                  {"prepare", playback.prepare_ms},
                  {"play", playback.play_ms},
                  {"per_pose", poses > 0 ? playback.play_ms / poses : 0.0}}}};
}

//! A table with lengths rounded to the nanometre and times to the microsecond. Cells are empty for values
//! that are not finite.
template <class Row>
CsvFile table_of_numbers(std::string name, const Figures<Row>& figures, const std::vector<Row>& rows) {
  constexpr double steps = 1e6;
  CsvFile table{.name = std::move(name), .columns = csv_head(figures), .rows = csv_rows(figures, rows)};
  for (Values& row : table.rows) {
    for (Value& cell : row) {
      const auto* number = std::get_if<double>(&cell.kind());
      if (number == nullptr) continue;
      // Adding 0 avoids −0.
      cell = std::isfinite(*number) ? Value(std::round(*number * steps) / steps + 0.0) : Value();
    }
  }
  return table;
}

//! A column for each tooth.
Figures<SampleRow> area_figures(const Playback& playback, const std::vector<ToothHistory>& teeth) {
  Figures<SampleRow> figures = chosen(sample_figures(), {"time_s"});
  for (const ToothHistory& tooth : teeth) {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(playback.teeth, tooth.tooth) - playback.teeth.begin());
    figures.push_back(
        {fmt::format("tooth_{}_surface_mm2", tooth.tooth), "mm2", "Contact area on the lower's surface.",
         [place](const SampleRow& row) { return row.sample->contacts.teeth[place].surface_mm2; }});
  }
  return figures;
}

std::vector<CsvFile> tables_of(const Playback& playback, const std::vector<ToothHistory>& teeth) {
  const std::vector<SampleRow> samples = sample_rows(playback);
  return {table_of_numbers("series.csv", sample_figures(), samples),
          table_of_numbers("areas_per_tooth.csv", area_figures(playback, teeth), samples),
          table_of_numbers("teeth.csv", history_figures(), history_rows(playback.closed_case->bite, teeth))};
}

std::vector<std::pair<std::string, std::string>> notes_of_times(const PlayOptions& options) {
  const ForPrograms english;
  return {{"intercusp_quantity", "time in contact of each pixel's centre, s"},
          {"intercusp_measure", measure_sentence()},
          {"intercusp_contact", contact_sentence({options.threshold_mm})},
          {"intercusp_contact_time", for_programs(contact_time_sentence)}};
}

std::vector<Product> files_of(const std::shared_ptr<const Playback>& shared, const Provenance& provenance) {
  const Playback& playback = *shared;
  const std::vector<JawView> views = jaw_views(*playback.closed_case, playback.view);  // upper, lower, …
  std::vector<Product> files;
  for (const Jaw which : {Jaw::upper, Jaw::lower}) {
    const auto jaw = std::make_shared<const PosedJaw>(posed_jaw(playback.closed_case->bite, which));
    const std::shared_ptr<const SurfaceRecord> record(shared,
                                                      which == Jaw::upper ? &shared->upper : &shared->lower);
    const std::string name = name_of(which);
    files.push_back({"compass_" + name + ".png",
                     [shared, jaw, record, view = views[which == Jaw::upper ? 0 : 1], provenance] {
                       return png_bytes(compass_picture(*shared, *jaw, *record, view, provenance));
                     }});
    files.push_back({name + ".vtp", [shared, jaw, record, provenance] {
                       return play_vtp(*jaw, *record, shared->options.threshold_mm, provenance);
                     }});
  }
  files.push_back({"contact_time.png",
                   [shared, provenance] { return png_bytes(contact_time_picture(*shared, provenance)); }});
  if (playback.view.grid.size() > 0) {
    files.push_back({"contact_time.nrrd", [shared, provenance] {
                       return nrrd_bytes(shared->view, shared->pixel_contact_s,
                                         notes_of_times(shared->options), provenance);
                     }});
  }
  return files;
}

}  // namespace

Report report_of(std::shared_ptr<const Playback> shared, const PlayedTrack& track, const Inputs& inputs) {
  const Playback& playback = *shared;
  const std::vector<ToothHistory> teeth = tooth_histories(playback);
  return {.json_name = "play.json",
          .json = json_of(playback, track, inputs, teeth),
          .tables = tables_of(playback, teeth),
          .files = files_of(shared, play_provenance(playback, track.file, inputs.upper, inputs.lower)),
          .remarks = remarks_of(playback.findings, inputs.upper, inputs.lower),
          .headline = headline_of(playback),
          .sections = sections_of(playback, track.file)};
}

std::vector<std::string> play_file_names() {
  return {"play.json",         "series.csv", "areas_per_tooth.csv", "teeth.csv",        "compass_upper.png",
          "compass_lower.png", "upper.vtp",  "lower.vtp",           "contact_time.png", "contact_time.nrrd"};
}

}  // namespace intercusp
