#include "io/picture/map_picture.h"

#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/contours.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"
#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

// Least size of the map in the picture; leaves room for the legend's numbers.
constexpr int least_side_px = 800;
constexpr int most_side_px = 2400;

void paint_map(Picture& picture, const ClearanceMap& map, const ColourScale& scale, const MapLayout& layout,
               const std::vector<ContourLine>& lines) {
  const int scale_px = layout.magnification;
  const int columns = layout.width / scale_px, rows = layout.height / scale_px;
  const std::vector<std::size_t> shown =
      shown_pixels(map.view.grid, layout, SmallestFirst{map.clearance_mm, map.coverage});
  std::vector<float> shown_mm;
  shown_mm.reserve(shown.size());
  for (const std::size_t pixel : shown) shown_mm.push_back(map.clearance_mm[pixel]);
  const ContourField field(shown_mm, columns, rows);
  double widest = 0;
  for (const ContourLine& line : lines) widest = std::max(widest, line.at_mm);
  for_all(0, layout.height, [&](int y) {
    for (int x = 0; x < layout.width; ++x) {
      const std::size_t cell = shown[static_cast<std::size_t>(y / scale_px) * columns + x / scale_px];
      const bool beyond = map.clearance_mm[cell] > scale.farthest_mm;
      Rgb colour = beyond ? scale.upper_only() : pixel_colour(scale, map, cell);
      // Lines run only near a threshold. Within one cell the clearance changes by less than 1 mm.
      if (std::abs(static_cast<double>(map.clearance_mm[cell])) <= widest + 1)
        colour = field.with_lines(colour, lines, (x + 0.5) / scale_px, (y + 0.5) / scale_px, scale_px);
      picture.at(layout.x + x, layout.y + y) = colour;
    }
  });
}

//! The widest threshold outlines contact and is drawn strongest. The lines inside it are fainter, because
//! they run close together on the slopes of cusps.
std::vector<ContourLine> contour_lines(std::vector<double> thresholds_mm) {
  std::sort(thresholds_mm.begin(), thresholds_mm.end());
  std::vector<ContourLine> lines;
  for (const double threshold : thresholds_mm) lines.push_back({threshold, 0.35, 0.4});
  if (!lines.empty()) lines.back().half_width_px = 0.6, lines.back().strength = 0.85;
  return lines;
}

void draw_map_legend(Page& page, const ShownMap& shown, const ColourScale& scale) {
  PixelCanvas canvas(page.picture);
  constexpr int legend_height_px = 652;
  const double x = page.legend_x;
  double top = page.legend_y;
  draw_paint_legend(canvas, {.colours = scale}, phrase("Clearance, mm"), shown.thresholds_mm,
                    {x, top, x + legend_px, top + legend_height_px});
  top += legend_height_px + 18;
  top += draw_swatch(canvas, x, top, legend_px, scale.upper_only(), phrase("upper jaw only"));
  top += draw_swatch(canvas, x, top, legend_px, scale.lower_only(), phrase("lower jaw only"));
  if (shown.not_anatomy)
    draw_swatch(canvas, x, top, legend_px, scale.not_anatomy(), phrase("not scanned on both sides"));
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

PageBody body_of(const View& view, const std::optional<AnatomicalAxes>& axes) {
  const MapLayout layout = layout_of(view.grid);
  return {.width = layout.width,
          .height = layout.height,
          .sides = patient_sides(view.view_from_case, axes),
          .pixels_per_mm = view.grid.size() == 0 ? 0 : layout.pixels_per_mm(view.grid)};
}

bool SmallestFirst::operator()(std::size_t a, std::size_t b) const {
  if (std::isnan(values[a]) != std::isnan(values[b])) return std::isnan(values[b]);
  return std::isnan(values[a]) ? coverage[a] > coverage[b] : values[a] < values[b];
}

std::vector<std::size_t> shown_pixels(const PixelGrid& grid, const MapLayout& layout,
                                      const std::function<bool(std::size_t, std::size_t)>& rather) {
  const int columns = layout.width / layout.magnification, rows = layout.height / layout.magnification;
  std::vector<std::size_t> shown(static_cast<std::size_t>(columns) * rows);
  for_all(0, rows, [&](int cell_row) {
    for (int cell_column = 0; cell_column < columns; ++cell_column) {
      const int first_column = cell_column * layout.reduction, first_row = cell_row * layout.reduction;
      std::size_t best = grid.index(first_column, first_row);
      for (int row = first_row; row < std::min(first_row + layout.reduction, grid.height); ++row) {
        for (int column = first_column; column < std::min(first_column + layout.reduction, grid.width);
             ++column) {
          if (rather(grid.index(column, row), best)) best = grid.index(column, row);
        }
      }
      shown[static_cast<std::size_t>(cell_row) * columns + cell_column] = best;
    }
  });
  return shown;
}

void fill_cells(Picture& picture, const MapLayout& layout, const std::vector<std::size_t>& pixels,
                const std::function<Rgb(std::size_t)>& colour) {
  const int side = layout.magnification, columns = layout.width / side;
  for_all(0, layout.height / side, [&](int row) {
    for (int column = 0; column < columns; ++column)
      fill_box(picture, layout.x + column * side, layout.y + row * side, side, side,
               colour(pixels[static_cast<std::size_t>(row) * columns + column]));
  });
}

Picture map_picture(const ShownMap& shown, Palette palette, const Provenance& provenance) {
  const ClearanceMap& map = shown.map;
  const MapLayout layout = layout_of(map.view.grid);
  const ColourScale scale{.palette = palette};  // equal in every report, like the screen's
  const bool empty = map.view.grid.size() == 0;
  const PageBody body = body_of(map.view, shown.axes);
  Page page = blank_page(
      {.title = phrase("Clearance map"),
       .view_name = shown.axes ? phrase("seen from below, along the projection direction (upper jaw behind)")
                               : phrase("seen along the projection direction (upper jaw behind)"),
       .small_print = {measure_sentence(),
                       contact_sentence(shown.thresholds_mm) + " " +
                           phrase("Contour lines: the thresholds; the strong one is the widest."),
                       provenance_sentence(provenance)},
       .case_heading = provenance.case_heading},
      body, legend_px, 790);
  if (empty) {
    write_instead(page, body, no_common_pixel);
  } else {
    paint_map(page.picture, map, scale, layout, contour_lines(shown.thresholds_mm));
  }
  draw_map_legend(page, shown, scale);
  return std::move(page.picture);
}

}  // namespace intercusp
