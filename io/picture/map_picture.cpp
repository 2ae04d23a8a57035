#include "io/picture/map_picture.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "io/picture/legend.h"
#include "io/picture/text.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr int least_side_px = 800;  // of the map's part of the picture: room for the legend's numbers
constexpr int most_side_px = 2400;

//! One entry per cell of the picture: a map pixel, or the one of a block with the least clearance.
std::vector<std::size_t> shown_pixels(const ClearanceMap& map, const MapLayout& layout, int columns,
                                      int rows) {
  const PixelGrid& grid = map.frame.grid;
  const auto before = [&](std::size_t a, std::size_t b) {  // a is to be shown rather than b
    const float x = map.clearance_mm[a], y = map.clearance_mm[b];
    if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
    return std::isnan(x) ? map.coverage[a] > map.coverage[b] : x < y;
  };
  std::vector<std::size_t> shown(static_cast<std::size_t>(columns) * rows);
  tbb::parallel_for(0, rows, [&](int cell_row) {
    for (int cell_column = 0; cell_column < columns; ++cell_column) {
      const int first_column = cell_column * layout.reduction, first_row = cell_row * layout.reduction;
      std::size_t best = grid.index(first_column, first_row);
      for (int row = first_row; row < std::min(first_row + layout.reduction, grid.height); ++row) {
        for (int column = first_column; column < std::min(first_column + layout.reduction, grid.width);
             ++column) {
          if (before(grid.index(column, row), best)) best = grid.index(column, row);
        }
      }
      shown[static_cast<std::size_t>(cell_row) * columns + cell_column] = best;
    }
  });
  return shown;
}

//! The clearance between the centres of cells, bilinear; NaN beside cells without one.
class SmoothField {
 public:
  SmoothField(const ClearanceMap& map, const std::vector<std::size_t>& shown, int columns, int rows)
      : columns_(columns), rows_(rows), values_(shown.size()) {
    for (std::size_t i = 0; i < shown.size(); ++i) values_[i] = map.clearance_mm[shown[i]];
  }
  [[nodiscard]] float at(double column, double row) const {
    const double x = std::clamp(column - 0.5, 0.0, columns_ - 1.0),
                 y = std::clamp(row - 0.5, 0.0, rows_ - 1.0);
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    const int right = std::min(left + 1, columns_ - 1), bottom = std::min(top + 1, rows_ - 1);
    const double across = x - left, down = y - top;
    return static_cast<float>((value(left, top) * (1 - across) + value(right, top) * across) * (1 - down) +
                              (value(left, bottom) * (1 - across) + value(right, bottom) * across) * down);
  }

 private:
  [[nodiscard]] double value(int column, int row) const {
    return static_cast<double>(values_[static_cast<std::size_t>(row) * columns_ + column]);
  }
  int columns_, rows_;
  std::vector<float> values_;
};

struct ContourLine {
  double threshold_mm;
  double half_width_px;
  double strength;  //!< opacity, 0 to 1
};

//! How much of a contour line covers a picture's pixel: its distance from the line is the field's difference
//! over the field's slope there.
double line_cover(const ContourLine& line, double value, double slope_per_px) {
  if (!(slope_per_px > 0)) return 0;
  return std::clamp(line.half_width_px + 0.5 - std::abs(value - line.threshold_mm) / slope_per_px, 0.0, 1.0);
}

void paint_map(Picture& picture, const ClearanceMap& map, const ColourScale& scale, const MapLayout& layout,
               const std::vector<ContourLine>& lines) {
  const int scale_px = layout.magnification;
  const int columns = layout.width / scale_px, rows = layout.height / scale_px;
  const std::vector<std::size_t> shown = shown_pixels(map, layout, columns, rows);
  const SmoothField field(map, shown, columns, rows);
  double widest = 0;
  for (const ContourLine& line : lines) widest = std::max(widest, line.threshold_mm);
  const double step = 1.0 / scale_px;  // one pixel of the picture, in cells
  tbb::parallel_for(0, layout.height, [&](int y) {
    const double row = (y + 0.5) * step;
    for (int x = 0; x < layout.width; ++x) {
      const std::size_t cell = shown[static_cast<std::size_t>(y / scale_px) * columns + x / scale_px];
      Rgb colour = pixel_colour(scale, map, cell);
      // Lines cannot lie where the clearance is far from every threshold; 1 mm is more than any slope makes
      // of a pixel.
      if (std::abs(static_cast<double>(map.clearance_mm[cell])) <= widest + 1) {
        const double column = (x + 0.5) * step;
        const double value = static_cast<double>(field.at(column, row));
        const double slope =
            std::hypot(static_cast<double>(field.at(column + 0.5, row) - field.at(column - 0.5, row)),
                       static_cast<double>(field.at(column, row + 0.5) - field.at(column, row - 0.5)));
        for (const ContourLine& line : lines) {
          const double cover = line_cover(line, value, slope * step);
          if (cover > 0) colour = blend(colour, ink, cover * line.strength);
        }
      }
      picture.at(layout.x + x, layout.y + y) = colour;
    }
  });
}

//! The widest threshold is the outline of contact and drawn strongest; the lines inside it would run together
//! on the slopes of cusps if they were as strong.
std::vector<ContourLine> contour_lines(std::vector<double> thresholds_mm) {
  std::sort(thresholds_mm.begin(), thresholds_mm.end());
  std::vector<ContourLine> lines;
  for (const double threshold : thresholds_mm) lines.push_back({threshold, 0.35, 0.4});
  if (!lines.empty()) lines.back().half_width_px = 0.6, lines.back().strength = 0.85;
  return lines;
}

std::vector<Tick> clearance_ticks(const ColourScale& scale, const std::vector<double>& thresholds_mm,
                                  double contact_share) {
  const auto share = [&](double clearance) {
    const double position = scale.position(clearance);
    return position < 0 ? contact_share * (1 + position) : contact_share + (1 - contact_share) * position;
  };
  std::vector<Tick> ticks = {{contact_share, "0  contact", true}};
  for (const double threshold : thresholds_mm)
    ticks.push_back({share(threshold), shortest(threshold), false});
  for (const double gap : {0.5, 1.0, 1.5}) ticks.push_back({share(gap), shortest(gap), false});
  ticks.push_back({1, shortest(scale.farthest_mm) + " and more", true});
  for (const double part : {0.2, 0.4, 0.6, 0.8}) {
    ticks.push_back(
        {contact_share * (1 - part), fmt::format("–{}", shortest(part * scale.deepest_mm)), false});
  }
  ticks.push_back({0, fmt::format("–{} and deeper", shortest(scale.deepest_mm)), true});
  return ticks;
}

void draw_map_legend(Picture& picture, const Inspection& inspection, const ColourScale& scale, int x, int y) {
  draw_text(picture, x, y, "Clearance, mm", {.size_px = 20, .bold = true});
  constexpr int bar_px = 600;
  constexpr double contact_share = 0.3;
  draw_colour_bar(
      picture, x, y + 42, 40, bar_px,
      [&](double share) {
        return share < contact_share ? scale.colour_at(share / contact_share - 1)
                                     : scale.colour_at((share - contact_share) / (1 - contact_share));
      },
      clearance_ticks(scale, inspection.options.thresholds_mm, contact_share));
  int top = y + 42 + bar_px + 28;
  top += draw_swatch(picture, x, top, legend_px, scale.upper_only(), "upper jaw only");
  top += draw_swatch(picture, x, top, legend_px, scale.lower_only(), "lower jaw only");
  if (inspection.pixels.not_anatomy > 0) {
    draw_swatch(picture, x, top, legend_px, scale.not_anatomy(), "not scanned on both sides");
  }
}

//! \return the lines of small print below the map, `width_px` wide.
std::vector<std::string> small_print(const Inspection& inspection, const Provenance& provenance, int width_px,
                                     const TextStyle& style) {
  std::vector<std::string> lines = wrapped(measure_sentence(), width_px, style);
  const auto add = [&](const std::string& text) {
    for (std::string& line : wrapped(text, width_px, style)) lines.push_back(std::move(line));
  };
  add(contact_sentence(inspection.options.thresholds_mm) +
      " Contour lines: the thresholds; the strong one is the widest.");
  add(provenance_sentence(provenance) + " For research and planning support; not a diagnosis.");
  return lines;
}

}  // namespace

MapLayout layout_of(const PixelGrid& grid) {
  MapLayout layout{.x = margin_px + sides_px, .y = title_px + ends_px};
  const int longest = std::max(grid.width, grid.height);
  if (grid.size() == 0) {
    layout.width = least_side_px, layout.height = least_side_px / 2;
    return layout;
  }
  layout.reduction = (longest + most_side_px - 1) / most_side_px;
  layout.magnification = std::max(1, (least_side_px + longest - 1) / longest);
  layout.width = (grid.width + layout.reduction - 1) / layout.reduction * layout.magnification;
  layout.height = (grid.height + layout.reduction - 1) / layout.reduction * layout.magnification;
  return layout;
}

Picture map_picture(const Inspection& inspection, Palette palette, const Provenance& provenance) {
  const ClearanceMap& map = inspection.map;
  const MapLayout layout = layout_of(map.frame.grid);
  const ColourScale scale = scale_for(palette, inspection.max_penetration_mm);
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  constexpr int line_px = 23, scale_bar_px = 46, least_legend_px = 790;

  const int text_px = sides_px + layout.width + sides_px + legend_px;
  const std::vector<std::string> print = small_print(inspection, provenance, text_px, small);
  const int body_px = std::max(ends_px + layout.height + ends_px + scale_bar_px, least_legend_px);
  Picture picture(text_px + 2 * margin_px,
                  title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  draw_text(picture, margin_px, 22, "Clearance map", {.size_px = 30, .bold = true});
  draw_text(picture, margin_px, 64,
            inspection.anatomy.axes ? "seen from below, along the projection direction (upper jaw behind)"
                                    : "seen along the projection direction (upper jaw behind)",
            {.size_px = 19, .colour = pale_ink});
  if (map.frame.grid.size() == 0) {
    draw_text(picture, layout.x + layout.width / 2, layout.y + layout.height / 2,
              "The jaws have no pixel in common.", {.size_px = 24, .align = Align::centre});
  } else {
    paint_map(picture, map, scale, layout, contour_lines(inspection.options.thresholds_mm));
    const double pixels_per_mm = layout.magnification / (layout.reduction * map.frame.grid.pixel_mm);
    draw_scale_bar(picture, layout.x, layout.y + layout.height + 38, pixels_per_mm, layout.width);
  }
  frame_box(picture, layout.x - 1, layout.y - 1, layout.width + 2, layout.height + 2, {200, 200, 200});
  draw_sides(picture, layout.x, layout.y, layout.width, layout.height,
             patient_sides(map.frame.projection.view_from_case(), inspection.anatomy.axes));
  draw_map_legend(picture, inspection, scale, layout.x + layout.width + sides_px + 12, title_px);

  draw_lines(picture, margin_px, title_px + body_px, print, line_px, small);
  return picture;
}

}  // namespace intercusp
