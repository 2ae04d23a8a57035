#include "io/picture/error_picture.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/picture/legend.h"
#include "io/picture/map_picture.h"
#include "io/picture/text.h"
#include "io/wording/validation_words.h"

namespace intercusp {
namespace {

//! Lightness L* falls evenly from 96 to 18.
constexpr std::array<Rgb, 5> error_ramp = {
    Rgb{255, 245, 205}, {250, 200, 90}, {235, 130, 40}, {190, 40, 30}, {90, 0, 30}};
constexpr Rgb not_compared = white;

Rgb ramp_at(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (error_ramp.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), error_ramp.size() - 2);
  return blend(error_ramp[first], error_ramp[first + 1], place - static_cast<double>(first));
}

double share_of(double error_mm) {
  if (error_mm <= palest_error_mm) return 0;
  return std::log(error_mm / palest_error_mm) / std::log(darkest_error_mm / palest_error_mm);
}

//! The largest error among the pixels of the map that one cell of the picture stands for; NaN without any.
float largest_error(const MapErrors& map, int cell_column, int cell_row, int reduction) {
  const PixelGrid& grid = map.frame.grid;
  float largest = no_clearance;
  for (int row = cell_row * reduction; row < std::min((cell_row + 1) * reduction, grid.height); ++row) {
    for (int column = cell_column * reduction; column < std::min((cell_column + 1) * reduction, grid.width);
         ++column) {
      const float size = std::abs(map.mean_error_mm[grid.index(column, row)]);
      if (std::isnan(largest) || size > largest) largest = size;
    }
  }
  return largest;
}

void paint_errors(Picture& picture, const MapErrors& map, const MapLayout& layout) {
  const int side = layout.magnification;
  tbb::parallel_for(0, layout.height / side, [&](int row) {
    for (int column = 0; column < layout.width / side; ++column) {
      const float error = largest_error(map, column, row, layout.reduction);
      fill_box(picture, layout.x + column * side, layout.y + row * side, side, side,
               std::isnan(error) ? not_compared : error_colour(static_cast<double>(error)));
    }
  });
}

void draw_ring(Picture& picture, double x, double y, double radius_px) {
  constexpr double half_width_px = 1.0;
  const int reach = static_cast<int>(std::ceil(radius_px + half_width_px));
  for (int row = static_cast<int>(y) - reach; row <= static_cast<int>(y) + reach; ++row) {
    for (int column = static_cast<int>(x) - reach; column <= static_cast<int>(x) + reach; ++column) {
      if (!picture.has(column, row)) continue;
      const double from_line = std::abs(std::hypot(column + 0.5 - x, row + 0.5 - y) - radius_px);
      Rgb& colour = picture.at(column, row);
      colour = blend(colour, ink, std::clamp(half_width_px + 0.5 - from_line, 0.0, 1.0));
    }
  }
}

//! Rings around the worst places of this map. Those that lie together share one ring, which bears the number
//! of the worst of them.
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
    draw_ring(picture, at.x(), at.y(), radius_px);
    const TextStyle style{.size_px = 17, .bold = true};
    const bool right_end = at.x() + 3 * radius_px > layout.x + layout.width;
    draw_text(picture, static_cast<int>(at.x() + (right_end ? -radius_px - 16 : radius_px + 5)),
              static_cast<int>(at.y()) - 8, std::to_string(i + 1), style);
  }
}

void draw_error_legend(Picture& picture, int x, int y) {
  draw_text(picture, x, y, "Size of the error", {.size_px = 20, .bold = true});
  constexpr int bar_px = 500;
  static_assert(palest_error_mm == 1e-4 && darkest_error_mm == 1.0);
  const std::vector<Tick> ticks = {{1, "1 mm and more", true},
                                   {share_of(0.1), "100 µm", false},
                                   {share_of(0.01), "10 µm", false},
                                   {share_of(0.001), "1 µm", false},
                                   {0, "0.1 µm and less", true}};
  draw_colour_bar(picture, x, y + 42, 40, bar_px, ramp_at, ticks);
  draw_swatch(picture, x, y + 42 + bar_px + 28, legend_px, not_compared, "not compared");
}

std::vector<std::string> small_print(const Validation& validation, const Provenance& provenance, int width_px,
                                     const TextStyle& style) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) {
    for (std::string& line : wrapped(text, width_px, style)) lines.push_back(std::move(line));
  };
  add(fmt::format("{}{} pixels: RMS {}, 99 % within {}, largest {}; with an exact map the RMS would be {}.",
                  validation.maps.size() > 1 ? "All maps together, " : "", validation.mean.pixels,
                  length_text(validation.mean.rms_mm), length_text(validation.mean.p99_mm),
                  length_text(validation.mean.max_mm), length_text(validation.own_spread_mm)));
  add(mean_error_sentence(validation.options.rays_per_pixel) +
      " Rings: the worst places, numbered as in validate.json; one ring for several that lie together.");
  add(provenance_sentence(provenance) + " For research and planning support; not a diagnosis.");
  return lines;
}

}  // namespace

Rgb error_colour(double error_mm) { return ramp_at(share_of(std::abs(error_mm))); }

Picture error_picture(const Validation& validation, std::size_t map, const std::string& name,
                      const std::optional<AnatomicalAxes>& axes, const Provenance& provenance) {
  const MapErrors& errors = validation.maps[map];
  const MapLayout layout = layout_of(errors.frame.grid);
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  constexpr int line_px = 23, scale_bar_px = 46, least_legend_px = 640;

  const int text_px = sides_px + layout.width + sides_px + legend_px;
  const std::vector<std::string> print = small_print(validation, provenance, text_px, small);
  const int body_px = std::max(ends_px + layout.height + ends_px + scale_bar_px, least_legend_px);
  Picture picture(text_px + 2 * margin_px,
                  title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  draw_text(picture, margin_px, 22, "Error of the clearance map against rays", {.size_px = 30, .bold = true});
  draw_text(picture, margin_px, 64,
            name + (axes ? ", seen from below, along the projection direction (upper jaw behind)"
                         : ", seen along the projection direction (upper jaw behind)"),
            {.size_px = 19, .colour = pale_ink});
  if (errors.frame.grid.size() == 0) {
    draw_text(picture, layout.x + layout.width / 2, layout.y + layout.height / 2,
              "The jaws have no pixel in common.", {.size_px = 24, .align = Align::centre});
  } else {
    paint_errors(picture, errors, layout);
    mark_worst(picture, validation, map, layout);
    const double pixels_per_mm = layout.magnification / (layout.reduction * errors.frame.grid.pixel_mm);
    draw_scale_bar(picture, layout.x, layout.y + layout.height + 38, pixels_per_mm, layout.width);
  }
  frame_box(picture, layout.x - 1, layout.y - 1, layout.width + 2, layout.height + 2, {200, 200, 200});
  draw_sides(picture, layout.x, layout.y, layout.width, layout.height,
             patient_sides(errors.frame.projection.view_from_case(), axes));
  draw_error_legend(picture, layout.x + layout.width + sides_px + 12, title_px);

  draw_lines(picture, margin_px, title_px + body_px, print, line_px, small);
  return picture;
}

}  // namespace intercusp
