#include "io/report/play_text.h"

#include <fmt/format.h>

#include <cmath>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "occlusion/motion/tracks/play_summary.h"
#include "occlusion/motion/tracks/tooth_history.h"

namespace intercusp {
namespace {

std::string finding(const Playback& playback) {
  const PlaySummary summary = summary_of(playback);
  std::string text =
      fmt::format("{} poses from {:.3f} to {:.3f} s; in contact (clearance of at most {} mm) for {:.3f} s",
                  playback.moments.size(), playback.moments.front().time_s, playback.moments.back().time_s,
                  shortest(playback.options.threshold_mm), summary.contact_s);
  if (summary.first_contact_s) text += fmt::format(", first at {:.3f} s", *summary.first_contact_s);
  text += ".\n";
  if (summary.least_clearance_mm) {
    text += fmt::format("Least clearance along the direction of projection {} mm, at {:.3f} s.\n",
                        rounded(*summary.least_clearance_mm, 3), summary.least_at_s);
  }
  if (summary.greatest_projected_mm2 > 0) {
    text +=
        fmt::format("Greatest area {:.2f} mm² projected, {:.2f} mm² on the lower's surface, at {:.3f} s.\n",
                    summary.greatest_projected_mm2, summary.greatest_surface_mm2, summary.greatest_at_s);
  }
  if (summary.left_share) {
    text += fmt::format("Right / left  {:.0f} / {:.0f} % of area times time.\n", 100 * *summary.right_share,
                        100 * *summary.left_share);
  }
  return text;
}

std::string movements_table(const Playback& playback) {
  constexpr std::size_t most_lines = 24;
  std::string text = "\n  Movement               from, s      to, s\n";
  for (std::size_t i = 0; i < std::min(most_lines, playback.movements.size()); ++i) {
    const Movement& movement = playback.movements[i];
    text += fmt::format("  {:<20} {:>9.3f}  {:>9.3f}\n", movement.name, movement.from_s, movement.to_s);
  }
  if (playback.movements.size() > most_lines)
    text += fmt::format("  … and {} more, in play.json\n", playback.movements.size() - most_lines);
  return text;
}

std::string teeth_table(const Playback& playback) {
  const std::vector<ToothHistory> teeth = tooth_histories(playback);
  if (teeth.empty()) return {};
  std::string text = fmt::format("\n  {:<6}", "Tooth");
  text += fmt::format("{:>10} {:>9} {:>11} {:>10} {:>9} {:>10} {:>13} {:>12}\n", "contact, s", "closing",
                      "protrusion", "retrusion", "working", "balancing", "greatest mm²", "deepest, mm");
  const auto time = [](const ToothHistory& tooth, ContactKind kind) {
    return tooth.by_kind_s[static_cast<std::size_t>(kind)];
  };
  for (const ToothHistory& tooth : teeth) {
    const double deepest_mm = tooth.least_clearance_mm < 0 ? -tooth.least_clearance_mm : 0;
    text += fmt::format(
        "  {:<6}{:>10.3f} {:>9.3f} {:>11.3f} {:>10.3f} {:>9.3f} {:>10.3f} {:>13.2f} {:>12.3f}\n", tooth.tooth,
        tooth.contact_s, time(tooth, ContactKind::closing), time(tooth, ContactKind::protrusion),
        time(tooth, ContactKind::retrusion), time(tooth, ContactKind::working),
        time(tooth, ContactKind::balancing), tooth.greatest_mm2, deepest_mm);
  }
  return text + (playback.labels_estimated ? "  (tooth numbers estimated along the arch)\n" : "");
}

}  // namespace

std::string play_text(const PlayReport& report) {
  const Playback& playback = report.playback;
  std::string text;
  for (const std::string& remark : sentences_of(playback.findings)) text += "Note: " + remark + "\n";
  for (const std::string& remark : report.upper.remarks) text += "Note, upper: " + remark + "\n";
  for (const std::string& remark : report.lower.remarks) text += "Note, lower: " + remark + "\n";
  if (playback.stopped_at_s) {
    text += fmt::format("Stopped at {:.3f} s of {:.3f} s: what follows is of the part played.\n",
                        *playback.stopped_at_s, playback.to_s);
  }
  text += finding(playback) + movements_table(playback) + teeth_table(playback);
  if (report.track.mended > 0) {
    text += fmt::format(
        "\nTrack  {} rotations were rounded and made rigid again, by at most {:.2g} in an entry\n",
        report.track.mended, report.track.largest_change);
  }
  const PixelGrid& grid = playback.frame.grid;
  return text +
         fmt::format("\nMap    {} × {} pixels of {} mm, {} engine, {:.0f} poses a second\n", grid.width,
                     grid.height, shortest(grid.pixel_mm), name_of(playback.engine),
                     1000 * static_cast<double>(playback.moments.size()) / std::max(playback.play_ms, 1e-3));
}

}  // namespace intercusp
