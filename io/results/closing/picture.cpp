#include "io/language/language.h"

#include <algorithm>
#include <cmath>

#include "io/picture/map_picture.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/closing/report.h"
#include "io/wording/definitions.h"
#include "occlusion/base/nth_smallest.h"

namespace intercusp {
namespace {

constexpr int axis_px = 50;        // at the left of the map, for the numbers of a turn's radius
constexpr int axes_below_px = 28;  // below the map, for the numbers along its axis
constexpr Rgb not_met{222, 222, 240};

//! What a picture shows: the travel of every pixel of the map, like ClosingMap::travel_mm.
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
    // Below 0 only by the error of the map.
    const float share = std::max(0.0F, map.remaining[i] - first) / map.remaining[i];
    shown.travel_mm[i] *= share;
  }
  return shown;
}

//! Colours by the travel beyond the smallest, so that the places that meet first take half of the scale.
struct TravelScale {
  BarScale bar;
  double least_mm = 0;  //!< 0 if places already overlap

  [[nodiscard]] Rgb colour(double travel_mm) const { return bar.colours.colour(travel_mm - least_mm); }
};

//! 1, 2 or 5 times a power of ten that is at least `length_mm` and `least_mm`.
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
  TravelScale scale{.bar = {.colours = scale_for(Palette::classic, std::max(0.0, -deepest)),
                            .contact_share = deepest < 0 ? 0.3 : 0.0},
                    .least_mm = from == TravelFrom::start ? std::max(0.0, deepest) : 0.0};
  if (from == TravelFrom::first_contact)
    // The scale of a bite's map, so that pictures can be compared.
    return scale;
  // The farthest tenth shares one colour: pixels that pass the end of the other arch.
  const double far_mm = nth_smallest(travel_mm, travel_mm.size() * 9 / 10);
  scale.bar.colours.farthest_mm = round_step(std::max(2.0, far_mm - scale.least_mm), 1);
  return scale;
}

//! The position and orientation of the map in its picture.
struct PictureView {
  MapLayout layout;
  bool half_turn = false;  //!< the map's last pixel is at the top left
  double pixels_per_mm = 1;

  [[nodiscard]] Eigen::Vector2d place(const PixelGrid& grid, const Eigen::Vector2d& uv) const {
    const Eigen::Vector2d at = (uv - Eigen::Vector2d(grid.u0_mm, grid.v0_mm)) * pixels_per_mm;
    const Eigen::Vector2d size(layout.width, layout.height), origin(layout.x, layout.y);
    return half_turn ? Eigen::Vector2d(origin + size - at) : Eigen::Vector2d(origin + at);
  }
};

PictureView view_of(const Closing& closing) {
  const ClosingMap& map = *closing.mapping.map;
  PictureView view{.layout = layout_of(map.view.grid)};
  if (turns(closing)) view.layout.x += axis_px;
  view.pixels_per_mm = view.layout.magnification / (view.layout.reduction * map.view.grid.pixel_mm);
  if (const auto& axes = closing.bite_case->anatomy.axes) {
    view.half_turn = (map.view.view_from_case.linear() * axes->anterior).y() > 0;
  }
  return view;
}

Rgb colour_of(const ShownTravel& shown, std::size_t pixel, const TravelScale& scale) {
  const ClosingMap& map = shown.map;
  switch (map.state[pixel]) {
    case PixelState::not_anatomy:
      return scale.bar.colours.not_anatomy();
    case PixelState::free:
    case PixelState::interfering:
      return std::isfinite(shown.travel_mm[pixel]) ? scale.colour(shown.travel_mm[pixel]) : not_met;
    case PixelState::outside:
      break;
  }
  if (map.coverage[pixel] == Coverage::upper_only) return scale.bar.colours.upper_only();
  if (map.coverage[pixel] == Coverage::lower_only) return scale.bar.colours.lower_only();
  return white;
}

void paint_travel(Picture& picture, const ShownTravel& shown, const TravelScale& scale,
                  const PictureView& view) {
  std::vector<std::size_t> pixels =
      shown_pixels(shown.map.view.grid, view.layout, SmallestFirst{shown.travel_mm, shown.map.coverage});
  if (view.half_turn) std::ranges::reverse(pixels);
  fill_cells(picture, view.layout, pixels, [&](std::size_t pixel) { return colour_of(shown, pixel, scale); });
}

//! Marks the first contact, and the first contacts of the pairs of teeth in their order.
void mark_contacts(Picture& picture, const Closing& closing, const PictureView& view) {
  constexpr std::size_t most_marks = 9;
  const ClosingMap& map = *closing.mapping.map;
  const auto place = [&](const Eigen::Vector3d& case_point) {
    return view.place(map.view.grid, map.place(case_point));
  };
  if (closing.answer.contact) draw_ring(picture, place(closing.answer.contact->case_point), 14, 1.5);
  const std::vector<FirstToothContact>& pairs = closing.order.pairs;
  for (std::size_t i = std::min(pairs.size(), most_marks); i-- > 0;) {
    const Eigen::Vector2d at = place(pairs[i].case_point);
    draw_ring(picture, at, 5, 1);
    const bool right_end = at.x() + 34 > view.layout.x + view.layout.width;
    draw_number(picture, at.x() + (right_end ? -24 : 11), at.y() - 9, std::to_string(i + 1));
  }
}

std::vector<Tick> travel_ticks(const TravelScale& scale) {
  const double farthest = scale.bar.colours.farthest_mm, contact_share = scale.bar.contact_share;
  const auto text = [&](double beyond_mm) { return rounded(scale.least_mm + beyond_mm, 2); };
  const bool from_contact = contact_share > 0 || scale.least_mm == 0;
  std::vector<Tick> ticks = {
      {1, text(farthest), true},
      {contact_share, from_contact ? phrase("{}  Contact", "0") : phrase("{}  least", text(0)), true}};
  for (const double part : {0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8}) {
    ticks.push_back({scale.bar.share_of(part * farthest), text(part * farthest), false});
  }
  if (contact_share == 0) return ticks;
  const double deepest = scale.bar.colours.deepest_mm;
  ticks.push_back({0, phrase("{}  Overlap", "–" + shortest(deepest)), true});
  ticks.push_back({contact_share / 2, "–" + shortest(deepest / 2), false});
  return ticks;
}

void draw_travel_legend(Page& page, const Closing& closing, const TravelScale& scale) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double top = page.legend_y + 42;
  canvas.write(x, page.legend_y, phrase("Travel, mm"), {20, {ink}, true});
  constexpr int bar_px = 520;
  draw_colour_bar(
      canvas, {x, top, x + 40, top + bar_px}, [&](double share) { return scale.bar.colour_at(share); },
      travel_ticks(scale));
  top += bar_px + 24;
  const ColourScale& colours = scale.bar.colours;
  const auto swatch = [&](Rgb colour, const std::string& text) {
    top += draw_swatch(canvas, x, top, wide_legend_px, colour, text);
  };
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  swatch(not_met, phrase("nothing met within {}", limit + (turns(closing) ? "°" : " mm")));
  swatch(colours.upper_only(), phrase("upper jaw only"));
  swatch(colours.lower_only(), phrase("lower jaw only"));
  if (std::ranges::count(closing.mapping.map->state, PixelState::not_anatomy) > 0)
    swatch(colours.not_anatomy(), phrase("not scanned on both sides"));
  if (closing.answer.contact) {
    draw_ring(page.picture, {x + 14.0, top + 16.0}, 14, 1.5);
    canvas.write(x + 38, top + 6, phrase("first contact"), {17, {ink}});
    top += 40;
  }
  if (!closing.order.pairs.empty()) {
    draw_ring(page.picture, {x + 7.0, top + 10.0}, 5, 1);
    canvas.write(x + 16, top + 1, "1 2 …", {17, {ink}, true});
    canvas.write(x + 72, top + 1, phrase("order of tooth pairs"), {17, {ink}});
  }
}

//! Scales of a hinge map: mm along the axis below it, radii at its left.
void draw_hinge_axes(Page& page, const ClosingMap& map, const PictureView& view) {
  const PixelGrid& grid = map.view.grid;
  const MapLayout& layout = view.layout;
  PixelCanvas canvas(page.picture);
  const Letters letters{15, {pale_ink}};
  const Eigen::Vector2d span_mm(layout.width / view.pixels_per_mm, layout.height / view.pixels_per_mm);
  const double step_mm = round_step(span_mm.maxCoeff() / 10, 0.001);
  const int decimals = step_mm < 1 ? 2 : 0, bottom = layout.y + layout.height;
  for (double u = std::ceil(grid.u0_mm / step_mm); u * step_mm <= grid.u0_mm + span_mm.x(); ++u) {
    const double x = std::floor(view.place(grid, {u * step_mm, grid.v0_mm}).x());
    canvas.fill({x, bottom + 1.0, x + 1, bottom + 7.0}, {pale_ink});
    canvas.write(x, bottom + 9, rounded(u * step_mm, decimals), letters, Align::centre);
  }
  for (double v = std::ceil(grid.v0_mm / step_mm); v * step_mm <= grid.v0_mm + span_mm.y(); ++v) {
    const double y = std::floor(view.place(grid, {grid.u0_mm, v * step_mm}).y());
    canvas.fill({layout.x - 7.0, y, layout.x - 1.0, y + 1}, {pale_ink});
    canvas.write(layout.x - 28, y - 8, rounded(v * step_mm, decimals), letters, Align::centre);
  }
  canvas.write(layout.x + layout.width, bottom + 30, phrase("along the axis, mm"), letters, Align::right);
  canvas.write(margin_px, layout.y - 24, phrase("radius, mm"), letters);
}

PatientSides sides_of(const Closing& closing, const PictureView& view) {
  Eigen::Isometry3d picture_from_case = closing.mapping.map->view.view_from_case;
  if (view.half_turn) picture_from_case.linear().topRows<2>() *= -1;
  return patient_sides(picture_from_case, closing.bite_case->anatomy.axes);
}

std::string subtitle(const Closing& closing) {
  const std::string limit = shortest(shown_amount(closing, closing.motion.limit()));
  return turns(closing) ? phrase("every point is one circle about the hinge axis; turn of at most {}°", limit)
                        : phrase("seen along the direction of the slide; at most {} mm", limit);
}

std::string finding(const Closing& closing) {
  if (closing.answer.starts_overlapping) return phrase("The jaws overlap before they move. ");
  if (!closing.answer.contact) return phrase("The jaws do not meet within the motion. ");
  const std::string travel = phrase("{} mm of travel there", rounded(closing.travel_at_contact_mm(), 3));
  return phrase("First contact, exact: {}{}. ", amount_text(closing, closing.answer.contact->amount),
                turns(closing) ? ", " + travel : "");
}

std::string counted_from(TravelFrom from) {
  return from == TravelFrom::start ? ""
                                   : phrase(
                                         " Here it is counted from the first contact on: what is apart "
                                         "there, were the jaws to go on through each other.");
}

}  // namespace

Picture closing_picture(const Closing& closing, TravelFrom from, const Provenance& provenance) {
  const ClosingMap& map = *closing.mapping.map;
  const PictureView view = view_of(closing);
  const bool empty = map.view.grid.size() == 0;
  const PageBody body{.width = view.layout.width,
                      .height = view.layout.height,
                      .sides = empty ? PatientSides{} : sides_of(closing, view),
                      .pixels_per_mm = empty ? 0 : view.pixels_per_mm,
                      .left_px = turns(closing) ? axis_px : 0,
                      .below_px = turns(closing) ? axes_below_px : 0};
  Page page = blank_page({.title = from == TravelFrom::start ? phrase("Remaining travel until contact")
                                                             : phrase("Travel after the first contact"),
                          .view_name = subtitle(closing),
                          .small_print = {finding(closing) + remaining_sentence(closing) + counted_from(from),
                                          provenance_sentence(provenance)}},
                         body, wide_legend_px, 800);
  if (empty) {
    write_instead(page, body, phrase("The motion takes no place of the lower jaw to the upper."));
    return std::move(page.picture);
  }
  const ShownTravel shown = shown_travel(closing, from);
  const TravelScale scale = scale_of(shown.travel_mm, from);
  paint_travel(page.picture, shown, scale, view);
  mark_contacts(page.picture, closing, view);
  draw_travel_legend(page, closing, scale);
  if (turns(closing)) draw_hinge_axes(page, map, view);
  return std::move(page.picture);
}

}  // namespace intercusp
