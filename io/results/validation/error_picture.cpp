#include "io/language/language.h"
#include "io/wording/definitions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/map_picture.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/validation/report.h"

namespace intercusp {
namespace {

//! The lightness L* falls evenly from 96 to 18.
constexpr std::array<Rgb, 5> error_ramp = {
    Rgb{255, 245, 205}, {250, 200, 90}, {235, 130, 40}, {190, 40, 30}, {90, 0, 30}};
constexpr Rgb not_compared = white;

Rgb ramp_at(double share) { return colour_along(error_ramp, share); }

double share_of(double error_mm) {
  if (error_mm <= palest_error_mm) return 0;
  return std::log(error_mm / palest_error_mm) / std::log(darkest_error_mm / palest_error_mm);
}

void paint_errors(Picture& picture, const MapErrors& map, const MapLayout& layout) {
  const auto size_at = [&](std::size_t pixel) { return std::abs(map.mean_error_mm[pixel]); };
  const auto rather = [&](std::size_t a, std::size_t b) {
    return std::isnan(size_at(b)) || size_at(a) > size_at(b);
  };
  fill_cells(picture, layout, shown_pixels(map.view.grid, layout, rather), [&](std::size_t pixel) {
    const float error = size_at(pixel);
    return std::isnan(error) ? not_compared : error_colour(static_cast<double>(error));
  });
}

//! Rings the worst places of this map. Neighbouring places share one ring with the number of the worst.
void mark_worst(Picture& picture, const Validation& validation, std::size_t map, const MapLayout& layout) {
  constexpr double radius_px = 13;
  std::vector<Eigen::Vector2d> drawn;
  for (std::size_t i = 0; i < validation.worst.size(); ++i) {
    const WorstPlace& place = validation.worst[i];
    if (place.map != map) continue;
    const double scale = static_cast<double>(layout.magnification) / layout.reduction;
    const Eigen::Vector2d at(layout.x + (place.column + 0.5) * scale, layout.y + (place.row + 0.5) * scale);
    const auto close = [&](const Eigen::Vector2d& other) { return (other - at).norm() < 2 * radius_px; };
    if (std::any_of(drawn.begin(), drawn.end(), close)) continue;
    drawn.push_back(at);
    draw_ring(picture, at, radius_px, 1);
    const bool right_end = at.x() + 3 * radius_px > layout.x + layout.width;
    draw_number(picture, at.x() + (right_end ? -radius_px - 16 : radius_px + 5), at.y() - 9,
                std::to_string(i + 1));
  }
}

void draw_error_legend(Page& page) {
  PixelCanvas canvas(page.picture);
  canvas.write(page.legend_x, page.legend_y, phrase("Size of the error"), {20, {ink}, true});
  constexpr int bar_px = 500;
  static_assert(palest_error_mm == 1e-4 && darkest_error_mm == 1.0);
  const std::vector<Tick> ticks = {{1, phrase("1 mm and more"), true},
                                   {share_of(0.1), "100 µm", false},
                                   {share_of(0.01), "10 µm", false},
                                   {share_of(0.001), "1 µm", false},
                                   {0, phrase("0.1 µm and less"), true}};
  const double x = page.legend_x, y = page.legend_y + 42;
  draw_colour_bar(canvas, {x, y, x + 40, y + bar_px}, ramp_at, ticks);
  draw_swatch(canvas, x, y + bar_px + 28, legend_px, not_compared, phrase("not compared"));
}

std::vector<std::string> small_print(const Validation& validation, const Provenance& provenance) {
  return {phrase("{}{} pixels: RMS {}, 99 % within {}, largest {}; with an exact map the RMS would be {}.",
                 validation.maps.size() > 1 ? phrase("All maps together, ") : "", validation.mean.pixels,
                 length_text(validation.mean.rms_mm), length_text(validation.mean.p99_mm),
                 length_text(validation.mean.max_mm), length_text(validation.own_spread_mm)),
          mean_error_sentence(validation.options.rays_per_pixel) +
              phrase(" Rings: the worst places, numbered as in validate.json; one ring for several that lie "
                     "together."),
          provenance_sentence(provenance)};
}

}  // namespace

Rgb error_colour(double error_mm) { return ramp_at(share_of(std::abs(error_mm))); }

Picture error_picture(const Validation& validation, std::size_t map, const std::string& name,
                      const std::optional<AnatomicalAxes>& axes, const Provenance& provenance) {
  const MapErrors& errors = validation.maps[map];
  const MapLayout layout = layout_of(errors.view.grid);
  const bool empty = errors.view.grid.size() == 0;
  const PageBody body = body_of(errors.view, axes);
  Page page = blank_page(
      {.title = phrase("Error of the clearance map against rays"),
       .view_name =
           name + (axes ? phrase(", seen from below, along the projection direction (upper jaw behind)")
                        : phrase(", seen along the projection direction (upper jaw behind)")),
       .small_print = small_print(validation, provenance),
       .case_heading = provenance.case_heading},
      body, legend_px, 640);
  if (empty) {
    write_instead(page, body, no_common_pixel);
  } else {
    paint_errors(page.picture, errors, layout);
    mark_worst(page.picture, validation, map, layout);
  }
  draw_error_legend(page);
  return std::move(page.picture);
}

}  // namespace intercusp
