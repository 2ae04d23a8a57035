#include "io/results/tracks/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "io/language/language.h"
#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "occlusion/motion/tracks/play.h"

namespace intercusp {
namespace {

constexpr auto movement_words = enum_table<MovementKind, Wording>(
    {{MovementKind::unknown, Text("unknown")},
     {MovementKind::rest, Text("rest")},
     {MovementKind::opening, Text("opening")},
     {MovementKind::closing, Text("closing")},
     {MovementKind::protrusion, Text("protrusion")},
     {MovementKind::retrusion, Text("retrusion")},
     {MovementKind::laterotrusion_left, Text("laterotrusion left")},
     {MovementKind::laterotrusion_right, Text("laterotrusion right")},
     {MovementKind::return_from_left, Text("return from left")},
     {MovementKind::return_from_right, Text("return from right")},
     {MovementKind::lateroprotrusion_left, Text("lateroprotrusion left")},
     {MovementKind::lateroprotrusion_right, Text("lateroprotrusion right")}});

Section movements_section(const Playback& playback) {
  constexpr std::size_t most_rows = 24;
  Section section;
  section.table.columns = {{phrase("Movement")}, {phrase("from, s")}, {phrase("to, s")}};
  for (const Movement& movement :
       std::span(playback.movements).first(std::min(playback.movements.size(), most_rows))) {
    section.table.rows.push_back(
        {movement_in_words(movement), phrase("{:.3f}", movement.from_s), phrase("{:.3f}", movement.to_s)});
  }
  if (playback.movements.size() > most_rows)
    section.notes = {phrase("and {} more, in play.json", playback.movements.size() - most_rows)};
  return section;
}

Section teeth_section(const Playback& playback, const std::vector<ToothHistory>& teeth) {
  Section section;
  section.table =
      table_of(chosen(history_figures(),
                      {"tooth", "contact_s", "closing_s", "protrusion_s", "lateroprotrusion_s", "retrusion_s",
                       "working_s", "balancing_s", "greatest_surface_mm2", "min_clearance_mm"}),
               history_rows(playback.closed_case->bite, teeth));
  if (has_estimated_teeth(playback.closed_case->bite))
    section.notes = {estimated_teeth_sentence(playback.closed_case->bite)};
  return section;
}

Fields times_by_kind(const ToothHistory& tooth) {
  Fields times;
  for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
    if (tooth.by_kind_s[kind] > 0)
      times.push_back(
          {std::string(name_of(static_cast<ContactKind>(kind))), to_nanoseconds(tooth.by_kind_s[kind])});
  }
  return times;
}

Section map_section(const Playback& playback, const TrackFile& track) {
  const PixelGrid& grid = playback.view.grid;
  Section section;
  for (const std::string& sentence : sentences_of(track.remarks))
    section.facts.push_back({phrase("Track"), sentence});
  if (track.mended > 0)
    section.facts.push_back(
        {phrase("Track"),
         phrase("{} rotations were rounded and made rigid again, by at most {:.2g} in an entry", track.mended,
                track.largest_change)});
  section.facts.push_back(
      {phrase("Map"),
       phrase("{} × {} pixels of {} mm, {} engine, {:.0f} poses a second", grid.width, grid.height,
              shortest(grid.pixel_mm), name_of(playback.engine),
              1000 * static_cast<double>(playback.samples.size()) / std::max(playback.play_ms, 1e-3))});
  return section;
}

}  // namespace

double to_nanoseconds(double sum_s) { return std::round(sum_s * 1e9) / 1e9; }

std::string movement_in_words(const Movement& movement) {
  return movement.named_by_track ? movement.name : std::string(movement_words[movement.kind]);
}

Provenance play_provenance(const PlayedCase& played, const TrackFile& track, const MeshReport& upper,
                           const MeshReport& lower) {
  const ForPrograms english;
  const PlayOptions& options = played.options;
  const Eigen::Vector3d pi = played.view.direction();
  constexpr std::size_t digits = 16;
  return {.version = INTERCUSP_VERSION,
          .settings = fmt::format("engine {}; pixel {} mm; direction {:.6g} {:.6g} {:.6g}{}; depth tolerance "
                                  "{} mm; threshold {} mm; track {} at {}",
                                  name_of(played.engine), shortest(options.pixel_mm), pi.x(), pi.y(), pi.z(),
                                  options.direction ? "" : " (chosen)", shortest(options.depth_tolerance_mm),
                                  shortest(options.threshold_mm), track.sha256.substr(0, digits),
                                  options.rate_hz ? shortest(*options.rate_hz) + " Hz" : "its own times"),
          .upper_sha256 = digests_of(upper),
          .lower_sha256 = digests_of(lower)};
}

std::string play_area_sentence() {
  return phrase(
      "Projected areas are measured across the direction of projection, surface areas on the lower jaw "
      "(without faces steeper than 78°). One direction serves the whole track.");
}

std::string contact_time_sentence() {
  return phrase(
      "A pose stands for half of the time to each of its neighbours. A tooth is in contact while any area on "
      "it is; a vertex while its clearance in the map is at most the threshold; a pixel while that of its "
      "centre is.");
}

std::string movement_sentence() {
  return phrase(
      "Movements are those that the track names; else they are told from the velocity of the incisal point "
      "over 0.1 s: below {} mm/s rest; steeper than 63°, or more than {} mm below the most closed pose, "
      "opening or closing; else protrusion up to 15° aside, lateroprotrusion up to 45°, laterotrusion or "
      "retrusion, and back to the middle a return. Sideways the side that the jaw has gone to is working, "
      "the other balancing.",
      shortest(rest_speed_mm_s), shortest(guided_mm));
}

std::vector<SampleRow> sample_rows(const Playback& playback) {
  std::vector<SampleRow> rows;
  for (const PlaybackSample& sample : playback.samples) rows.push_back({&playback, &sample});
  return rows;
}

Figures<SampleRow> sample_figures() {
  using Row = SampleRow;
  const auto side = [](double PoseContacts::*area) {
    return [area](const Row& row) {
      return row.playback->closed_case->anatomy.axes ? Value(row.sample->contacts.*area) : Value();
    };
  };
  const auto movement = [](const Row& row) -> const Movement& {
    return row.playback->movements[row.sample->movement];
  };
  return {
      {"time_s", "s", "Time of the pose.", [](const Row& row) { return row.sample->time_s; }},
      {"movement", "", "As the track names it, else its kind.",
       [=](const Row& row) { return movement(row).name; }},
      {"movement_kind", "", "rest, opening, closing, protrusion …",
       [=](const Row& row) { return name_of(movement(row).kind); }},
      {"least_clearance_mm", "mm", "At centres of pixels, along the direction of projection.",
       [](const Row& row) { return row.sample->contacts.least_mm; }},
      {"depth_mm", "mm", "Longest overlap along the direction; 0 without overlap.",
       [](const Row& row) { return row.sample->contacts.depth_mm(); }},
      {"interference", "", "The jaws overlap by more than the depth tolerance.",
       [](const Row& row) { return row.sample->contacts.interference; }},
      {"projected_mm2", "mm2", "Contact area seen along the direction of projection.",
       [](const Row& row) { return row.sample->contacts.projected_mm2; }},
      {"surface_mm2", "mm2", "Contact area on the lower's surface.",
       [](const Row& row) { return row.sample->contacts.surface_mm2; }},
      {"left_projected_mm2", "mm2",
       "Part of projected_mm2 on the patient's left; empty without anatomical axes.",
       side(&PoseContacts::left_mm2)},
      {"right_projected_mm2", "mm2", "Part of projected_mm2 on the right.", side(&PoseContacts::right_mm2)}};
}

std::vector<HistoryRow> history_rows(const Bite& bite, const std::vector<ToothHistory>& teeth) {
  std::vector<HistoryRow> rows;
  for (const ToothHistory& tooth : teeth) rows.push_back({&bite, &tooth});
  return rows;
}

Figures<HistoryRow> history_figures() {
  using Row = HistoryRow;
  const std::map<ContactKind, std::string> headings = {
      {ContactKind::closing, phrase("closing")},
      {ContactKind::protrusion, phrase("protrusion")},
      {ContactKind::lateroprotrusion, phrase("lateroprotrusion")},
      {ContactKind::retrusion, phrase("retrusion")},
      {ContactKind::working, phrase("working")},
      {ContactKind::balancing, phrase("balancing")}};
  Figures<Row> kinds;
  for (std::size_t i = 0; i < contact_kinds; ++i) {
    const auto kind = static_cast<ContactKind>(i);
    const auto heading = headings.find(kind);
    kinds.push_back(Figure<Row>{std::string(name_of(kind)) + "_s", "s",
                                "Time in contact during that movement.",
                                [i](const Row& row) { return to_nanoseconds(row.tooth->by_kind_s[i]); }}
                        .only(In::csv)
                        .headed(heading == headings.end() ? "" : heading->second, 3));
  }
  return Figures<Row>{
             Figure<Row>{"tooth", "", "FDI number.", [](const Row& row) { return row.tooth->tooth; }}.headed(
                 phrase("Tooth"), [](const Row& row) { return tooth_name(*row.bite, row.tooth->tooth); })} +
         json_only(belief_figures<Row>(
             "tooth", "tooth", [](const Row& row) { return belief_in(*row.bite, row.tooth->tooth); })) +
         Figures<Row>{Figure<Row>{"teeth_estimated", "", "true where the program found teeth itself.",
                                  [](const Row& row) { return has_estimated_teeth(*row.bite); }}
                          .only(In::csv),
                      Figure<Row>{"contact_s", "s", "Time in contact.",
                                  [](const Row& row) { return to_nanoseconds(row.tooth->contact_s); }}
                          .headed(phrase("contact, s"), 3),
                      Figure<Row>{"contact_s_by_movement", "s", "The columns *_s, where they are not 0.",
                                  [](const Row& row) { return times_by_kind(*row.tooth); }}
                          .only(In::json)} +
         std::move(kinds) +
         Figures<Row>{
             Figure<Row>{"min_clearance_mm", "mm", "Least clearance while in contact, at centres of pixels.",
                         [](const Row& row) { return row.tooth->least_clearance_mm; }}
                 .in_columns({{"least_clearance_mm"}})
                 .headed(phrase("deepest, mm"),
                         [](const Row& row) {
                           return rounded(std::max(0.0, -row.tooth->least_clearance_mm), 3);
                         }),
             Figure<Row>{"greatest_surface_mm2", "mm2", "Greatest contact area on the lower's surface.",
                         [](const Row& row) { return row.tooth->greatest_mm2; }}
                 .headed(phrase("greatest mm²"), 2),
             {"greatest_at_s", "s", "When it was.", [](const Row& row) { return row.tooth->greatest_at_s; }},
             {"first_s", "s", "First pose in contact.", [](const Row& row) { return row.tooth->first_s; }},
             {"last_s", "s", "Last pose in contact.", [](const Row& row) { return row.tooth->last_s; }}};
}

std::string headline_of(const Playback& playback) {
  const PlaySummary summary = summary_of(playback);
  std::string text;
  if (playback.stopped_at_s)
    text = phrase("Stopped at {:.3f} s of {:.3f} s: what follows is of the part played.\n",
                  *playback.stopped_at_s, playback.to_s);
  text += phrase("{} poses from {:.3f} to {:.3f} s; in contact (clearance of at most {} mm) for {:.3f} s",
                 playback.samples.size(), playback.samples.front().time_s, playback.samples.back().time_s,
                 shortest(playback.options.threshold_mm), summary.contact_s);
  if (summary.first_contact_s) text += phrase(", first at {:.3f} s", *summary.first_contact_s);
  text += ".";
  if (summary.least_clearance_mm) {
    text += phrase("\nLeast clearance along the direction of projection {} mm, at {:.3f} s.",
                   rounded(*summary.least_clearance_mm, 3), summary.least_at_s);
  }
  if (summary.greatest_projected_mm2 > 0) {
    text += phrase("\nGreatest area {:.2f} mm² projected, {:.2f} mm² on the lower's surface, at {:.3f} s.",
                   summary.greatest_projected_mm2, summary.greatest_surface_mm2, summary.greatest_at_s);
  }
  if (summary.left_share) {
    text += phrase("\nRight / left  {:.0f} / {:.0f} % of area times time.", 100 * *summary.right_share,
                   100 * *summary.left_share);
  }
  return text;
}

std::vector<Section> sections_of(const Playback& playback, const TrackFile& track) {
  std::vector<Section> sections = {movements_section(playback)};
  const std::vector<ToothHistory> teeth = tooth_histories(playback);
  if (!teeth.empty()) sections.push_back(teeth_section(playback, teeth));
  sections.push_back(map_section(playback, track));
  return sections;
}

}  // namespace intercusp
