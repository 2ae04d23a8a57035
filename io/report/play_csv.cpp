#include "io/report/play_csv.h"

#include <fmt/format.h>

#include <cmath>

#include "io/files/csv_cell.h"
#include "occlusion/motion/tracks/tooth_history.h"

namespace intercusp {
namespace {

//! Lengths to the nanometre, times to the microsecond; empty for what is not finite.
std::string cell(double number) {
  return std::isfinite(number) ? fmt::format("{:.6f}", number) : std::string();
}

std::string moment_line(const Playback& playback, const Moment& moment) {
  const PoseContacts& contacts = moment.contacts;
  const Movement& movement = playback.movements[moment.movement];
  const bool sides = playback.anatomy.axes.has_value();
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\r\n", cell(moment.time_s), csv_cell(movement.name),
                     name_of(movement.kind), cell(contacts.least_clearance_mm), cell(contacts.depth_mm()),
                     contacts.interference, cell(contacts.projected_mm2), cell(contacts.surface_mm2),
                     sides ? cell(contacts.left_mm2) : "", sides ? cell(contacts.right_mm2) : "");
}

}  // namespace

std::string series_csv(const Playback& playback) {
  std::string text =
      "time_s,movement,movement_kind,least_clearance_mm,depth_mm,interference,projected_mm2,surface_mm2,"
      "left_projected_mm2,right_projected_mm2\r\n";
  for (const Moment& moment : playback.moments) text += moment_line(playback, moment);
  return text;
}

std::string areas_per_tooth_csv(const Playback& playback) {
  std::vector<std::size_t> columns;
  std::string text = "time_s";
  for (const ToothHistory& tooth : tooth_histories(playback)) {
    const auto place = std::find(playback.teeth.begin(), playback.teeth.end(), tooth.tooth);
    columns.push_back(static_cast<std::size_t>(place - playback.teeth.begin()));
    text += fmt::format(",tooth_{}_surface_mm2", tooth.tooth);
  }
  text += "\r\n";
  for (const Moment& moment : playback.moments) {
    text += cell(moment.time_s);
    for (const std::size_t column : columns) text += "," + cell(moment.contacts.teeth[column].surface_mm2);
    text += "\r\n";
  }
  return text;
}

std::string teeth_csv(const Playback& playback) {
  std::string text = "tooth,teeth_estimated,contact_s";
  for (std::size_t kind = 0; kind < contact_kinds; ++kind)
    text += fmt::format(",{}_s", name_of(static_cast<ContactKind>(kind)));
  text += ",least_clearance_mm,greatest_surface_mm2,greatest_at_s,first_s,last_s\r\n";
  for (const ToothHistory& tooth : tooth_histories(playback)) {
    text += fmt::format("{},{},{}", tooth.tooth, playback.labels_estimated, cell(tooth.contact_s));
    for (const double time_s : tooth.by_kind_s) text += "," + cell(time_s);
    text += fmt::format(",{},{},{},{},{}\r\n", cell(tooth.least_clearance_mm), cell(tooth.greatest_mm2),
                        cell(tooth.greatest_at_s), cell(tooth.first_s), cell(tooth.last_s));
  }
  return text;
}

}  // namespace intercusp
