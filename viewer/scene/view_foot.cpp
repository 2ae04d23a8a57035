#include "viewer/scene/annotations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/picture/legend.h"
#include "io/picture/paint.h"
#include "io/wording/definitions.h"
#include "viewer/scene/extra_surface.h"
#include "viewer/scene/finding.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/map_colours.h"
#include "viewer/scene/surface_paint.h"

namespace intercusp::viewer {
namespace {

//! The contents of a strip, from its top.
struct Words {
  bool bar = false;   //!< the colours of the paint
  std::string title;  //!< before the swatches
  std::vector<Swatch> swatches;
  std::optional<std::size_t> hatched = {};  //!< a swatch
  std::string finding, print;
};

std::vector<Swatch> teeth_swatches() {
  const FoundTooth any{.fdi = 16};
  return {{shown_colour(any, true), Text("sure")}, {shown_colour(any, false), Text("not sure")}};
}

std::vector<Swatch> jaw_swatches(const ColourScale& scale) {
  return {{scale.upper_only(), Text("upper only")},
          {scale.lower_only(), Text("lower only")},
          {scale.not_anatomy(), Text("not scanned")}};
}

std::vector<Swatch> stage_swatches(const ColourScale& scale) {
  std::vector<Swatch> swatches;
  for (const Stage stage : {Stage::pass1, Stage::pass2, Stage::layers, Stage::rays})
    swatches.emplace_back(stage_colours[stage], stage_words[stage]);
  swatches.emplace_back(scale.upper_only(), Text("upper only"));
  swatches.emplace_back(scale.lower_only(), Text("lower only"));
  return swatches;
}

std::vector<Swatch> section_swatches(const AppState& state) {
  std::vector<Swatch> swatches = {{looks::upper_section, Text("upper")},
                                  {looks::lower_section, Text("lower")},
                                  {looks::overlap, Text("overlap")}};
  if (const auto extra = surface_in_sections(state))
    if (extra->name) swatches.emplace_back(looks::extra_section, *extra->name);
  return swatches;
}

//! A foil's colour, or a bar.
Words legend_of_paint(const AppState& state) {
  if (state.view.paint != Paint::foil) return {.bar = true};
  const double threshold_mm = state.document.threshold_mm;
  return {.title = Text("Contact"),
          .swatches = {{foil_colour(threshold_mm), phrase("up to {} µm", rounded(1000 * threshold_mm, 0))}}};
}

Words legend_of_scene(const AppState& state) {
  if (shows_teeth(state)) return {.title = Text("Teeth"), .swatches = teeth_swatches(), .hatched = 1};
  Words words;
  if (const auto paint = surface_paint(state))
    words = {.title = paint->title, .swatches = paint->swatches()};
  else if (shows_paint(state))
    words = legend_of_paint(state);
  std::string last_name;  // of surfaces with one name, the first stands for all
  for (const ExtraSurface& extra : extra_surfaces(state)) {
    if (!extra.name || !(extra.opacity > 0) || std::string(*extra.name) == last_name) continue;
    last_name = std::string(*extra.name);
    words.swatches.emplace_back(materials_of(extra).enamel.colour, last_name);
  }
  return words;
}

Words legend_of_map(const AppState& state) {
  Words words = legend_of_paint(state);
  const std::vector<Swatch> jaws = jaw_swatches(state.view.scale());
  words.swatches.insert(words.swatches.end(), jaws.begin(), jaws.end());
  return words;
}

Words legend_of(const AppState& state, PictureOf what) {
  switch (what) {
    case PictureOf::scene:
      return legend_of_scene(state);
    case PictureOf::map:
      if (state.view.map_colouring == MapColouring::resolved_by)
        return {.title = Text("Decided by"), .swatches = stage_swatches(state.view.scale())};
      return legend_of_map(state);
    case PictureOf::section:
      return {.swatches = section_swatches(state)};
  }
  return {};
}

Words words_of(const AppState& state, PictureOf what, Caption caption) {
  Words words = legend_of(state, what);
  if (caption == Caption::below_scene && shows_paint(state)) words.bar = false;
  if (caption != Caption::with_finding) return words;
  if (what != PictureOf::section) words.finding = fmt::format("{}", fmt::join(finding_parts(state), "  ·  "));
  words.print = view_notes(state, what);
  return words;
}

std::string usual_contours() {
  return phrase("{}, {} and {}", shortest(usual_contours_mm[0]), shortest(usual_contours_mm[1]),
                shortest(usual_contours_mm[2]));
}

// Measures, multiples of the text size.
constexpr double rim_em = 0.35, bar_row_em = 2.05, row_em = 1.3, print_em = 0.78, print_row_em = 0.98;
constexpr double least_foot_em = 2 * rim_em + bar_row_em + row_em;  // so that views side by side end alike

double left_of(const Canvas& canvas) { return canvas.bounds.left + 0.75 * canvas.em; }
//! Leaves a place for the mark that explains.
double right_of(const Canvas& canvas) { return canvas.bounds.right - 2.6 * canvas.em; }
Letters legend_letters(const Canvas& canvas) { return {canvas.small(), canvas.inks.strong}; }
Letters print_letters(const Canvas& canvas) { return {print_em * canvas.em, canvas.inks.pale}; }

double swatch_width(const Canvas& canvas, const Swatch& swatch) {
  return 1.3 * canvas.em + canvas.text_width(swatch.second, legend_letters(canvas));
}

//! Title and swatches in rows that fit the width: the start of each, from the upper left.
std::vector<Eigen::Vector2d> flow(const Canvas& canvas, const Words& words) {
  const double space = 1.1 * canvas.em, room = right_of(canvas) - left_of(canvas);
  double x = words.title.empty() ? 0 : canvas.text_width(words.title, legend_letters(canvas)) + space, y = 0;
  std::vector<Eigen::Vector2d> places;
  for (const Swatch& swatch : words.swatches) {
    const double width = swatch_width(canvas, swatch);
    if (x > 0 && x + width > room) x = 0, y += row_em * canvas.em;
    places.emplace_back(x, y);
    x += width + space;
  }
  return places;
}

//! What depends on the width.
struct Rows {
  std::vector<Eigen::Vector2d> swatches;
  std::vector<std::string> finding, print;
  double height = 0;
};
Rows rows_of(const Canvas& canvas, const Words& words) {
  const double across = right_of(canvas) - left_of(canvas);
  Rows rows{.swatches = flow(canvas, words)};
  if (!words.finding.empty())
    rows.finding = canvas.lines(words.finding, across, {canvas.em, canvas.inks.strong});
  rows.print = canvas.lines(words.print, across, print_letters(canvas));
  double ems = 2 * rim_em + row_em * static_cast<double>(rows.finding.size()) +
               print_row_em * static_cast<double>(rows.print.size());
  if (words.bar) ems += bar_row_em;
  if (!rows.swatches.empty()) ems += row_em;
  rows.height = ems * canvas.em + (rows.swatches.empty() ? 0 : rows.swatches.back().y());
  return rows;
}

//! The places of values on a bar of the paint, from the deepest overlap to the widest gap or to contact.
class PaintBar {
 public:
  explicit PaintBar(const PaintScale& scale)
      : scale_(scale), bar_{.colours = scale.colours, .contact_share = is_depth() ? 1 : 0.3} {}

  [[nodiscard]] bool is_depth() const { return scale_.paint == Paint::depth; }
  [[nodiscard]] double share_of(double value_mm) const { return bar_.share_of(value_mm); }
  [[nodiscard]] Rgb colour_at(double share) const {
    return colour_in_legend(scale_, scale_.colours.clearance_at(bar_.position_at(share)));
  }
  [[nodiscard]] std::vector<Tick> ticks() const {
    const double deepest = scale_.colours.deepest_mm, farthest = scale_.colours.farthest_mm;
    std::vector<Tick> ticks = {{bar_.contact_share, "0", true}, {0, "\u2013" + shortest(deepest), true}};
    const auto add_gap = [&](double gap_mm, bool strong) {
      if (!is_depth()) ticks.push_back({share_of(gap_mm), shortest(gap_mm), strong});
    };
    add_gap(farthest, true);
    add_gap(scale_.threshold_mm, true);
    for (const double part : {0.5, 0.25, 0.75}) {
      add_gap(as_decimal(part * farthest), false);
      ticks.push_back({share_of(-part * deepest), "\u2013" + shortest(as_decimal(part * deepest)), false});
    }
    return ticks;
  }

 private:
  PaintScale scale_;
  BarScale bar_;
};

const char* measure_title(const AppState& state) {
  return state.document.measure == Measure::surface_distance ? Text("Surface distance, mm")
                                                             : Text("Clearance, mm");
}

//! So that the next number stands apart.
Area widened(Area area, double by) {
  area.left -= by;
  area.right += by;
  return area;
}

//! Colours from the deepest overlap to the widest gap, with numbers below.
void draw_scale(DrawListCanvas& canvas, const AppState& state, double top) {
  const PaintBar scale(state.view.paint_scale(state.document.threshold_mm));
  const Letters strong = legend_letters(canvas), pale{canvas.small(), canvas.inks.pale};
  const double space = 0.6 * canvas.em, word_top = top - 0.05 * canvas.em;
  const char* const end = scale.is_depth() ? Text("Contact") : Text("Gap");
  double x = canvas.write(left_of(canvas), word_top, measure_title(state), strong).right + 1.6 * space;
  x = canvas.write(x, word_top, Text("Overlap"), pale).right + space;
  constexpr double longest_em = 24, shortest_em = 3;
  const double room =
      right_of(canvas) - range_button_em * canvas.em - x - space - canvas.text_width(end, pale);
  const double length = std::round(std::clamp(room, shortest_em * canvas.em, longest_em * canvas.em));
  const Area bar{std::round(x), top, std::round(x) + length, top + 0.8 * canvas.em};
  for (double column = 0; column < length; ++column)
    canvas.fill({bar.left + column, bar.top, bar.left + column + 1, bar.bottom},
                {scale.colour_at((column + 0.5) / length)});
  canvas.view(bar);
  if (!scale.is_depth()) {
    const double threshold = bar.left + length * scale.share_of(state.document.threshold_mm);
    canvas.fill({threshold - 1, bar.top, threshold + 1, bar.bottom}, {{20, 20, 24}});
  }
  canvas.write(bar.right + space, word_top, end, pale);
  for (const Tick& tick : scale.ticks())
    if (canvas.write_if_free(bar.left + length * tick.share, bar.bottom + 0.2 * canvas.em, tick.text,
                             tick.strong ? strong : pale, Align::centre))
      canvas.take(widened(canvas.labels().back().area, 0.35 * canvas.em));
}

//! Stripes of the colour before it.
void hatch(Canvas& canvas, const Area& area, Rgb colour) {
  constexpr int stripes = 3;
  const double height = (area.bottom - area.top) / (2 * stripes);
  for (int i = 0; i < stripes; ++i) {
    const double top = area.top + 2 * i * height;
    canvas.fill({area.left, top, area.right, top + height}, {colour});
  }
}

void draw_swatches(Canvas& canvas, const Words& words, const std::vector<Eigen::Vector2d>& places,
                   double top) {
  const double left = left_of(canvas), side = 0.9 * canvas.em;
  const Letters letters = legend_letters(canvas);
  if (!words.title.empty()) canvas.write(left, top, words.title, letters);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double x = left + places[i].x(), y = top + places[i].y();
    const auto& [colour, meaning] = words.swatches[i];
    canvas.fill({x, y, x + side, y + side}, {colour});
    if (i == words.hatched) hatch(canvas, {x, y, x + side, y + side}, words.swatches.front().first);
    canvas.view({x, y, x + side, y + side});
    canvas.write(x + 1.3 * canvas.em, y, meaning, letters);
  }
}

}  // namespace

bool shows_teeth(const AppState& state) { return state.shows_teeth && state.teeth; }

bool shows_paint(const AppState& state) {
  const ViewState& view = state.view;
  return state.live && !shows_teeth(state) && !surface_paint(state) &&
         ((view.upper.shown && view.upper.painted) || (view.lower.shown && view.lower.painted));
}

std::string view_notes(const AppState& state, PictureOf what) {
  std::vector<std::string> notes;
  if (what == PictureOf::section)
    notes = {Text(
        "Distances in this plane, overlap negative. Jaws are closed straight across at the edges of their "
        "scans.")};
  if (what == PictureOf::map) {
    const bool by_stage = state.view.map_colouring == MapColouring::resolved_by;
    if (by_stage && state.stages &&
        state.stages->upper_from_lower.matrix() != state.document.upper_from_lower.matrix())
      notes.emplace_back(Text("Computed for another pose."));
    if (!by_stage && state.view.contours && state.view.paint == Paint::distance)
      notes.push_back(phrase("Lines: outlines of the jaws, {} mm (bold), {} mm (fine).",
                             shortest(state.document.threshold_mm), usual_contours()));
  }
  if (what != PictureOf::section && state.live) notes.push_back(finding_definition(state));
  notes.emplace_back(Text("For research and planning support."));
  return fmt::format("{}", fmt::join(notes, " "));
}

double foot_height(const DrawListCanvas& canvas, const AppState& state, PictureOf what, Caption caption) {
  const double least = caption == Caption::below_scene ? 0 : least_foot_em;
  return std::ceil(std::max(rows_of(canvas, words_of(state, what, caption)).height, least * canvas.em));
}

void draw_foot(DrawListCanvas& canvas, const AppState& state, PictureOf what, Caption caption) {
  const Words words = words_of(state, what, caption);
  const Rows rows = rows_of(canvas, words);
  canvas.fill(canvas.bounds, {canvas.inks.halo.colour});
  double y = canvas.bounds.top + rim_em * canvas.em;
  if (words.bar) {
    draw_scale(canvas, state, y);
    y += bar_row_em * canvas.em;
  }
  if (!rows.swatches.empty()) {
    draw_swatches(canvas, words, rows.swatches, y);
    y += rows.swatches.back().y() + row_em * canvas.em;
  }
  for (const std::string& line : rows.finding) {
    canvas.write(left_of(canvas), y, line, {canvas.em, canvas.inks.strong});
    y += row_em * canvas.em;
  }
  for (const std::string& line : rows.print) {
    canvas.write(left_of(canvas), y, line, print_letters(canvas));
    y += print_row_em * canvas.em;
  }
}

}  // namespace intercusp::viewer
