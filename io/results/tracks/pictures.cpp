#include "io/language/language.h"
#include "io/results/tracks/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/legend.h"
#include "io/picture/map_picture.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/tracks/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr Rgb jaw_colour{214, 218, 222};    // where both jaws face each other
constexpr Rgb apart_colour{236, 238, 240};  // where there is only one jaw

Rgb background_at(const Playback& playback, std::size_t pixel) {
  switch (playback.coverage[pixel]) {
    case Coverage::both:
      return jaw_colour;
    case Coverage::none:
      return white;
    default:
      return apart_colour;
  }
}

void paint_times(Picture& picture, const Playback& playback, const MapLayout& layout, double longest_s) {
  const std::vector<float>& times_s = playback.pixel_contact_s;
  const auto rather = [&](std::size_t a, std::size_t b) { return times_s[a] > times_s[b]; };
  fill_cells(picture, layout, shown_pixels(playback.view.grid, layout, rather), [&](std::size_t pixel) {
    const auto time_s = static_cast<double>(times_s[pixel]);
    return time_s > 0 ? contact_time_colour(std::sqrt(time_s / longest_s)) : background_at(playback, pixel);
  });
}

void draw_time_legend(Page& page, double longest_s) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double top = page.legend_y + 42;
  canvas.write(x, page.legend_y, phrase("Time in contact, s"), {20, {ink}, true});
  std::vector<Tick> ticks = {{0, "0", true}, {1, shortest(longest_s), true}};
  for (const double part : {0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8})
    ticks.push_back({std::sqrt(part), phrase("{:.3g}", part * longest_s), false});
  constexpr int bar_px = 520;
  draw_colour_bar(canvas, {x, top, x + 40, top + bar_px}, contact_time_colour, ticks);
  top += bar_px + 28;
  top += draw_swatch(canvas, x, top, legend_px, jaw_colour, phrase("both jaws, never in contact"));
  draw_swatch(canvas, x, top, legend_px, apart_colour, phrase("one jaw only"));
}

std::string times_print(const Playback& playback, const Provenance& provenance) {
  const std::string part =
      playback.stopped_at_s ? phrase(" Stopped at {:.3f} s.", *playback.stopped_at_s) : "";
  return phrase(
      "{} poses from {:.3f} to {:.3f} s.{} {} {} The arches behind are those of the most closed pose. {}",
      playback.samples.size(), playback.samples.front().time_s, playback.samples.back().time_s, part,
      contact_sentence({playback.options.threshold_mm}), contact_time_sentence(),
      provenance_sentence(provenance));
}

}  // namespace

Rgb contact_time_colour(double share) {
  constexpr std::array<Rgb, 3> ramp = {Rgb{255, 226, 120}, {236, 94, 32}, {92, 8, 44}};
  return colour_along(ramp, share);
}

Picture contact_time_picture(const Playback& playback, const Provenance& provenance) {
  const PixelGrid& grid = playback.view.grid;
  const MapLayout layout = layout_of(grid);
  double longest_s = 0;
  for (const float time_s : playback.pixel_contact_s)
    longest_s = std::max(longest_s, static_cast<double>(time_s));
  longest_s = longest_s > 0 ? round_number_from(longest_s) : 1;
  const bool empty = grid.size() == 0;
  const PageBody body = body_of(playback.view, playback.closed_case->anatomy.axes);
  Page page =
      blank_page({.title = phrase("Time in contact"),
                  .view_name = phrase("on the upper jaw, seen from below along the projection direction"),
                  .small_print = {times_print(playback, provenance)}},
                 body, legend_px, 790);
  if (empty) {
    write_instead(page, body, no_common_pixel);
  } else {
    paint_times(page.picture, playback, layout, longest_s);
  }
  draw_time_legend(page, longest_s);
  return std::move(page.picture);
}

Picture sample_picture(const PlayedCase& played, const PlaybackSample& sample, const Movement& movement,
                       const ClearanceMap& map, const Provenance& provenance) {
  const std::vector<double> thresholds_mm = {played.options.threshold_mm};
  Picture picture =
      map_picture({map, played.closed_case->anatomy.axes, thresholds_mm, count_pixels(map).not_anatomy > 0},
                  Palette::classic, provenance);
  PixelCanvas canvas(picture);
  const double right = picture.width - margin_px;
  canvas.write(right, 22, fmt::format("{:.3f} s", sample.time_s), {30, {ink}, true}, Align::right);
  canvas.write(right, 64, movement_in_words(movement), {19, {pale_ink}}, Align::right);
  return picture;
}

}  // namespace intercusp
