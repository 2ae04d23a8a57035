#include "io/results/several/picture.h"
#include "io/language/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/picture/jaw_shading.h"
#include "io/picture/marks.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/picture/solids_as_one.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr Rgb free_colour{226, 224, 214};
constexpr Rgb touching_colour{238, 200, 96};
constexpr Rgb interfering_colour{206, 72, 58};

//! Neighbours among the solids differ in shade, so that overlapping ones can be distinguished.
constexpr std::array<double, 3> shades = {0, 0.45, 0.22};  // of white

//! Marks are numbered like the rows of overlaps.csv, up to this number.
constexpr std::size_t most_numbers = 12;

std::vector<Rgb> colours_of(const InterferenceReport& report) {
  std::vector<Rgb> colours(report.solids.size(), free_colour);
  for (const PairInterference& pair : report.found.near_pairs) {
    for (const std::uint32_t solid : {pair.a, pair.b}) {
      if (pair.interference) colours[solid] = interfering_colour;
      if (pair.touching && colours[solid] == free_colour) colours[solid] = touching_colour;
    }
  }
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (colours[i] == interfering_colour)
      colours[i] = blend(interfering_colour, white, shades[i % shades.size()]);
  }
  return colours;
}

//! Flat shading, which shows the edges of designed parts.
Picture render(const SolidsAsOne& whole, const std::vector<Rgb>& colours,
               const Eigen::Isometry3d& view_from_case, const PictureGrid& grid) {
  const FirstHits hits = first_hits(whole.solid, view_from_case, grid);
  return mean_of_samples(grid, [&](std::size_t i) {
    if (hits.face[i] == no_face) return white;
    const Eigen::Vector3d normal =
        face_normal_twice_area(whole.solid.mesh, static_cast<std::size_t>(hits.face[i])).normalized();
    return lit(colours[whole.owner(static_cast<std::size_t>(hits.face[i]))],
               brightness(view_from_case.linear() * normal));
  });
}

//! Rings the deepest places, including hidden ones.
void draw_marks(Picture& picture, const std::vector<PairInterference>& pairs,
                const Eigen::Isometry3d& view_from_case, const PictureGrid& grid) {
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Eigen::Vector2d seen = (view_from_case * pairs[i].point).head<2>();
    const Eigen::Vector2d at = (seen - Eigen::Vector2d(grid.x0_mm, grid.y0_mm)) * pixels_per_mm;
    draw_ring(picture, at, 5, 1);
    if (i < most_numbers) draw_number(picture, at.x() + 11, at.y() - 9, std::to_string(i + 1));
  }
}

void draw_legend(Page& page, const std::vector<PairInterference>& pairs) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double y = page.legend_y;
  y += draw_swatch(canvas, x, y, legend_px, interfering_colour,
                   phrase("overlaps another solid (shades tell solids apart)"));
  y += draw_swatch(canvas, x, y, legend_px, touching_colour, phrase("only touches another"));
  y += draw_swatch(canvas, x, y, legend_px, free_colour, phrase("free")) + 16;
  if (pairs.empty()) return;
  canvas.write(x, y, phrase("Deepest overlaps, mm"), {20, {ink}, true});
  y += 34;
  for (std::size_t i = 0; i < std::min(pairs.size(), most_numbers); ++i, y += 26)
    canvas.write(x, y, fmt::format("{}   {}", i + 1, rounded(pairs[i].depth_mm, 3)), {17, {ink}});
}

}  // namespace

Picture interference_picture(const InterferenceReport& report) {
  const JawView view{.name = "interference",
                     .title = phrase("Interference of several solids"),
                     .direction = phrase("seen from the side of +x, −y and +z of the files, z up"),
                     .view_from_case = orthographic({-0.5, 0.7, -0.55}, -Eigen::Vector3d::UnitZ())};
  const SolidsAsOne whole = as_one(report.solids);
  PosedJaw posed{.solid = &whole.solid};
  posed.points = whole.solid.mesh.vertices;
  const PictureGrid grid = frame_of(view, {&posed});
  Picture solids = render(whole, colours_of(report), view.view_from_case, grid);
  const std::vector<PairInterference> pairs = deepest_first(report);
  draw_marks(solids, pairs, view.view_from_case, grid);

  const std::string found =
      pairs.size() == 1 ? phrase("1 pair interferes") : phrase("{} pairs interfere", pairs.size());
  Page page = blank_page(
      {.title = view.title,
       .view_name = view.direction,
       .small_print = {phrase("{} solids, {}. A ring marks where a pair is deepest, also behind a solid. "
                              "Depth: how far a point of one surface lies below the other, at most. "
                              "Intercusp {}: {}.",
                              report.solids.size(), found, INTERCUSP_VERSION, settings_of(report))}},
      {.width = solids.width,
       .height = solids.height,
       .pixels_per_mm = picture_pixels_per_mm(grid),
       .framed = false},
      legend_px, 520);
  paste(page.picture, solids, page.x, page.y);
  draw_legend(page, pairs);
  return std::move(page.picture);
}

}  // namespace intercusp
