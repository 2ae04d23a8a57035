#include "io/picture/closing_picture.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "io/picture/legend.h"
#include "io/picture/map_picture.h"
#include "io/picture/marks.h"
#include "io/picture/text.h"
#include "io/wording/closing_words.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr int axis_px = 50;  // beside the map and below it, for the numbers of a turn's two axes
constexpr Rgb not_met{222, 222, 240};

//! What a picture shows: the travel of every pixel of the map, as ClosingMap::travel_mm.
struct ShownTravel {
  const ClosingMap& map;
  std::vector<float> travel_mm;
};

ShownTravel shown_travel(const Closing& closing, TravelFrom from) {
  const ClosingMap& map = *closing.mapping.map;
  ShownTravel shown{.map = map, .travel_mm = map.travel_mm};
  if (from == TravelFrom::start) return shown;
  const auto first = static_cast<float>(closing.answer.contact->amount);
  for (std::size_t i = 0; i < shown.travel_mm.size(); ++i) {
    if (!std::isfinite(map.remaining[i]) || !(map.remaining[i] > 0)) continue;
    // A pixel cannot meet before the first contact but by the error of the map.
    const float share = std::max(0.0F, map.remaining[i] - first) / map.remaining[i];
    shown.travel_mm[i] *= share;
  }
  return shown;
}

//! Colours by travel beyond the least, for wherever the motion starts what is decided first has half of the
//! scale.
struct TravelScale {
  ColourScale colours;
  double least_mm = 0;       //!< 0 where places overlap already
  double contact_share = 0;  //!< of the bar, for overlaps

  [[nodiscard]] Rgb colour(double travel_mm) const { return colours.colour(travel_mm - least_mm); }
  [[nodiscard]] Rgb at_share(double share) const {
    return share < contact_share ? colours.colour_at(share / contact_share - 1)
                                 : colours.colour_at((share - contact_share) / (1 - contact_share));
  }
  [[nodiscard]] double share_of(double travel_mm) const {
    const double position = colours.position(travel_mm - least_mm);
    return position < 0 ? contact_share * (1 + position) : contact_share + (1 - contact_share) * position;
  }
};

//! 1, 2 or 5 times a power of ten, at least `length_mm` and `least_mm`.
double round_step(double length_mm, double least_mm) {
  for (double decade = least_mm; decade < 1e9; decade *= 10) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (step * decade >= length_mm) return step * decade;
    }
  }
  return length_mm;
}

TravelScale scale_of(const std::vector<float>& shown_mm, TravelFrom from) {
  std::vector<double> travel_mm;
  for (const float travel : shown_mm) {
    if (std::isfinite(travel)) travel_mm.push_back(static_cast<double>(travel));
  }
  if (travel_mm.empty()) return {};
  const double deepest = *std::ranges::min_element(travel_mm);
  TravelScale scale{.colours = scale_for(Palette::classic, std::max(0.0, -deepest)),
                    .least_mm = from == TravelFrom::start ? std::max(0.0, deepest) : 0.0,
                    .contact_share = deepest < 0 ? 0.3 : 0.0};
  if (from == TravelFrom::first_contact) return scale;  // as the map of a bite: pictures compare at sight
  // The farthest tenth has one colour: it is what a cheek tooth sees past the arch's end.
  const auto far = travel_mm.begin() + static_cast<std::ptrdiff_t>(travel_mm.size() * 9 / 10);
  std::ranges::nth_element(travel_mm, far);
  scale.colours.farthest_mm = round_step(std::max(2.0, *far - scale.least_mm), 1);
  return scale;
}

//! Where the map lies in its picture, and which way round.
struct View {
  MapLayout layout;
  bool half_turn = false;  //!< the map's last pixel on the top left
  double pixels_per_mm = 1;

  [[nodiscard]] Eigen::Vector2d place(const PixelGrid& grid, const Eigen::Vector2d& uv) const {
    const Eigen::Vector2d at = (uv - Eigen::Vector2d(grid.u0_mm, grid.v0_mm)) * pixels_per_mm;
    const Eigen::Vector2d size(layout.width, layout.height), origin(layout.x, layout.y);
    return half_turn ? Eigen::Vector2d(origin + size - at) : Eigen::Vector2d(origin + at);
  }
};

View view_of(const Closing& closing) {
  const ClosingMap& map = *closing.mapping.map;
  View view{.layout = layout_of(map.frame.grid)};
  if (turns(closing)) view.layout.x += axis_px;
  view.pixels_per_mm = view.layout.magnification / (view.layout.reduction * map.frame.grid.pixel_mm);
  if (const auto& axes = closing.anatomy.axes) {
    view.half_turn = (map.frame.projection.view_from_case().linear() * axes->anterior).y() > 0;
  }
  return view;
}

bool rather(const ShownTravel& shown, std::size_t a, std::size_t b) {  // a is to be shown rather than b
  const float x = shown.travel_mm[a], y = shown.travel_mm[b];
  if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
  return std::isnan(x) ? shown.map.coverage[a] > shown.map.coverage[b] : x < y;
}

//! The pixel of the map that a cell of the picture shows.
std::size_t shown_pixel(const ShownTravel& shown, int cell_column, int cell_row, int reduction) {
  const PixelGrid& grid = shown.map.frame.grid;
  std::size_t best = grid.index(cell_column * reduction, cell_row * reduction);
  for (int row = cell_row * reduction; row < std::min((cell_row + 1) * reduction, grid.height); ++row) {
    for (int column = cell_column * reduction; column < std::min((cell_column + 1) * reduction, grid.width);
         ++column) {
      if (rather(shown, grid.index(column, row), best)) best = grid.index(column, row);
    }
  }
  return best;
}

Rgb colour_of(const ShownTravel& shown, std::size_t pixel, const TravelScale& scale) {
  const ClosingMap& map = shown.map;
  switch (map.state[pixel]) {
    case PixelState::not_anatomy:
      return scale.colours.not_anatomy();
    case PixelState::free:
    case PixelState::interfering:
      return std::isfinite(shown.travel_mm[pixel]) ? scale.colour(shown.travel_mm[pixel]) : not_met;
    case PixelState::outside:
      break;
  }
  if (map.coverage[pixel] == Coverage::upper_only) return scale.colours.upper_only();
  if (map.coverage[pixel] == Coverage::lower_only) return scale.colours.lower_only();
  return white;
}

void paint_travel(Picture& picture, const ShownTravel& shown, const TravelScale& scale, const View& view) {
  const MapLayout& layout = view.layout;
  const int side = layout.magnification;
  const int columns = layout.width / side, rows = layout.height / side;
  tbb::parallel_for(0, rows, [&](int row) {
    for (int column = 0; column < columns; ++column) {
      const std::size_t pixel = shown_pixel(shown, view.half_turn ? columns - 1 - column : column,
                                            view.half_turn ? rows - 1 - row : row, layout.reduction);
      fill_box(picture, layout.x + column * side, layout.y + row * side, side, side,
               colour_of(shown, pixel, scale));
    }
  });
}

//! The first contact, and the first of each two teeth in their order; the places lie on trajectories, so the
//! map shows them where they are.
void mark_contacts(Picture& picture, const Closing& closing, const View& view) {
  constexpr std::size_t most_marks = 9;
  const ClosingMap& map = *closing.mapping.map;
  const auto place = [&](const Eigen::Vector3d& case_point) {
    return view.place(map.frame.grid, map.frame.projection.map(case_point).head<2>());
  };
  if (closing.answer.contact) draw_ring(picture, place(closing.answer.contact->case_point), 14, 1.5);
  const std::vector<ToothMeeting>& pairs = closing.order.pairs;
  for (std::size_t i = std::min(pairs.size(), most_marks); i-- > 0;) {
    const Eigen::Vector2d at = place(pairs[i].case_point);
    draw_ring(picture, at, 5, 1);
    const bool right_end = at.x() + 34 > view.layout.x + view.layout.width;
    draw_number(picture, static_cast<int>(at.x()) + (right_end ? -24 : 11), static_cast<int>(at.y()) - 9,
                std::to_string(i + 1));
  }
}

std::vector<Tick> travel_ticks(const TravelScale& scale) {
  const double farthest = scale.colours.farthest_mm;
  const auto text = [&](double beyond_mm) { return rounded(scale.least_mm + beyond_mm, 2); };
  std::vector<Tick> ticks = {
      {1, text(farthest) + " and more", true},
      {scale.contact_share,
       scale.contact_share > 0 ? std::string("0  contact")
                               : text(0) + (scale.least_mm > 0 ? "  least" : "  contact"),
       true}};
  for (const double part : {0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8}) {
    ticks.push_back({scale.share_of(scale.least_mm + part * farthest), text(part * farthest), false});
  }
  if (scale.contact_share == 0) return ticks;
  const double deepest = scale.colours.deepest_mm;
  ticks.push_back({0, fmt::format("–{} and deeper", shortest(deepest)), true});
  ticks.push_back({scale.contact_share / 2, "–" + shortest(deepest / 2), false});
  return ticks;
}

void draw_travel_legend(Picture& picture, const Closing& closing, const TravelScale& scale, int x, int y) {
  draw_text(picture, x, y, "Travel, mm", {.size_px = 20, .bold = true});
  constexpr int bar_px = 520;
  draw_colour_bar(
      picture, x, y + 42, 40, bar_px, [&](double share) { return scale.at_share(share); },
      travel_ticks(scale));
  int top = y + 42 + bar_px + 24;
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  const ClosingMap& map = *closing.mapping.map;
  top += draw_swatch(picture, x, top, wide_legend_px, not_met,
                     "nothing met within " + limit + (turns(closing) ? "°" : " mm"));
  top += draw_swatch(picture, x, top, wide_legend_px, scale.colours.upper_only(), "upper jaw only");
  top += draw_swatch(picture, x, top, wide_legend_px, scale.colours.lower_only(), "lower jaw only");
  if (std::ranges::count(map.state, PixelState::not_anatomy) > 0)
    top += draw_swatch(picture, x, top, wide_legend_px, scale.colours.not_anatomy(),
                       "not scanned on both sides");
  if (closing.answer.contact) {
    draw_ring(picture, {x + 14.0, top + 16.0}, 14, 1.5);
    draw_text(picture, x + 38, top + 6, "first contact", {.size_px = 17});
    top += 40;
  }
  if (!closing.order.pairs.empty()) {
    draw_ring(picture, {x + 7.0, top + 10.0}, 5, 1);
    draw_text(picture, x + 16, top + 1, "1 2 …", {.size_px = 17, .bold = true});
    draw_text(picture, x + 72, top + 1, "order of tooth pairs", {.size_px = 17});
  }
}

//! Numbers along the two axes of a turn: mm along the axis below the map, radii at its left.
void draw_hinge_axes(Picture& picture, const ClosingMap& map, const View& view) {
  const PixelGrid& grid = map.frame.grid;
  const MapLayout& layout = view.layout;
  const TextStyle style{.size_px = 15, .colour = pale_ink, .align = Align::centre};
  const Eigen::Vector2d span_mm(layout.width / view.pixels_per_mm, layout.height / view.pixels_per_mm);
  const double step_mm = round_step(span_mm.maxCoeff() / 10, 0.001);
  for (double u = std::ceil(grid.u0_mm / step_mm); u * step_mm <= grid.u0_mm + span_mm.x(); ++u) {
    const int x = static_cast<int>(view.place(grid, {u * step_mm, grid.v0_mm}).x());
    fill_box(picture, x, layout.y + layout.height + 1, 1, 6, pale_ink);
    draw_text(picture, x, layout.y + layout.height + 9, rounded(u * step_mm, step_mm < 1 ? 2 : 0), style);
  }
  for (double v = std::ceil(grid.v0_mm / step_mm); v * step_mm <= grid.v0_mm + span_mm.y(); ++v) {
    const int y = static_cast<int>(view.place(grid, {grid.u0_mm, v * step_mm}).y());
    fill_box(picture, layout.x - 7, y, 6, 1, pale_ink);
    draw_text(picture, layout.x - 28, y - 8, rounded(v * step_mm, step_mm < 1 ? 2 : 0), style);
  }
  draw_text(picture, layout.x + layout.width, layout.y + layout.height + 30, "along the axis, mm",
            {.size_px = 15, .colour = pale_ink, .align = Align::right});
  draw_text(picture, margin_px, layout.y - 24, "radius, mm", {.size_px = 15, .colour = pale_ink});
}

PatientSides sides_of(const Closing& closing, const View& view) {
  Eigen::Isometry3d picture_from_case = closing.mapping.map->frame.projection.view_from_case();
  if (view.half_turn) picture_from_case.linear().topRows<2>() *= -1;
  return patient_sides(picture_from_case, closing.anatomy.axes);
}

std::string subtitle(const Closing& closing) {
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  return turns(closing)
             ? fmt::format("every point is one circle about the hinge axis; turn of at most {}°", limit)
             : fmt::format("seen along the direction of the slide; at most {} mm", limit);
}

std::string finding(const Closing& closing) {
  if (closing.answer.starts_overlapping) return "The jaws overlap before they move. ";
  if (!closing.answer.contact) return "The jaws do not meet within the motion. ";
  const std::string travel = fmt::format("{} mm of travel there", rounded(closing.travel_at_contact_mm(), 3));
  return fmt::format("First contact, exact: {}{}. ", amount_text(closing, closing.answer.contact->amount),
                     turns(closing) ? ", " + travel : "");
}

std::string counted_from(TravelFrom from) {
  return from == TravelFrom::start
             ? ""
             : " Here it is counted from the first contact on: what is apart there, were the jaws to go on "
               "through each other.";
}

}  // namespace

Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance) {
  const ClosingMap& map = *closing.mapping.map;
  const View view = view_of(closing);
  const MapLayout& layout = view.layout;
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  constexpr int line_px = 23, below_px = 66, least_legend_px = 800;

  const int legend_x = layout.x + layout.width + sides_px + 12;
  const int text_px = legend_x + wide_legend_px - margin_px;
  std::vector<std::string> print =
      wrapped(finding(closing) + remaining_sentence(closing) + counted_from(from), text_px, small);
  for (std::string& line :
       wrapped(provenance_sentence(provenance) + " For research and planning support; not a diagnosis.",
               text_px, small))
    print.push_back(std::move(line));
  const int body_px = std::max(ends_px + layout.height + ends_px + below_px, least_legend_px);
  Picture picture(text_px + 2 * margin_px,
                  title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  draw_text(picture, margin_px, 22,
            from == TravelFrom::start ? "Remaining travel until contact" : "Travel after the first contact",
            {.size_px = 30, .bold = true});
  draw_text(picture, margin_px, 64, subtitle(closing), {.size_px = 19, .colour = pale_ink});
  if (map.frame.grid.size() == 0) {
    draw_text(picture, layout.x + layout.width / 2, layout.y + layout.height / 2,
              "The motion takes no place of the lower jaw to the upper.",
              {.size_px = 24, .align = Align::centre});
  } else {
    const ShownTravel shown = shown_travel(closing, from);
    const TravelScale scale = scale_of(shown.travel_mm, from);
    paint_travel(picture, shown, scale, view);
    mark_contacts(picture, closing, view);
    draw_travel_legend(picture, closing, scale, legend_x, title_px);
    if (turns(closing)) draw_hinge_axes(picture, map, view);
    draw_scale_bar(picture, layout.x, layout.y + layout.height + below_px, view.pixels_per_mm, layout.width);
    const int beside = turns(closing) ? axis_px : 0, below = turns(closing) ? 22 : 0;
    draw_sides(picture, layout.x - beside, layout.y, layout.width + beside, layout.height + below,
               sides_of(closing, view));
  }
  frame_box(picture, layout.x - 1, layout.y - 1, layout.width + 2, layout.height + 2, {200, 200, 200});

  draw_lines(picture, margin_px, title_px + body_px, print, line_px, small);
  return picture;
}

}  // namespace intercusp
