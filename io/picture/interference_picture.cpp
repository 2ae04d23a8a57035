#include "io/picture/interference_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/marks.h"
#include "io/picture/text.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr Rgb free_colour{226, 224, 214};
constexpr Rgb touching_colour{238, 200, 96};
constexpr Rgb interfering_colour{206, 72, 58};

//! Neighbours among the solids differ in shade, so that two that overlap can be told apart.
constexpr std::array<double, 3> shades = {0, 0.45, 0.22};  // of white

//! Marks get a number, as their rows in overlaps.csv, as long as these can be told apart.
constexpr std::size_t most_numbers = 12;

//! All solids as one, and which faces are whose.
struct Whole {
  Solid solid;
  std::vector<std::size_t> end;  //!< one past the last face of each

  [[nodiscard]] std::size_t owner(std::int32_t face) const {
    return static_cast<std::size_t>(std::upper_bound(end.begin(), end.end(), static_cast<std::size_t>(face)) -
                                    end.begin());
  }
};

Whole whole_of(const std::vector<NamedSolid>& solids) {
  Whole whole;
  for (const NamedSolid& named : solids) {
    append(whole.solid.mesh, named.solid->mesh);
    whole.end.push_back(whole.solid.mesh.faces.size());
  }
  whole.solid.anatomy_faces = whole.solid.mesh.faces.size();
  return whole;
}

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

//! Flat: designed parts have edges that shall be seen.
Picture render(const Whole& whole, const std::vector<Rgb>& colours, const Eigen::Isometry3d& view_from_case,
               const PictureGrid& grid) {
  const FirstHits hits = first_hits(whole.solid, view_from_case, grid);
  return mean_of_samples(grid, [&](std::size_t i) {
    if (hits.face[i] == no_face) return white;
    const Eigen::Vector3d normal =
        face_normal_twice_area(whole.solid.mesh, static_cast<std::size_t>(hits.face[i])).normalized();
    return lit(colours[whole.owner(hits.face[i])], brightness(view_from_case.linear() * normal));
  });
}

//! Rings, also where a solid hides the place.
void draw_marks(Picture& picture, const std::vector<PairInterference>& pairs,
                const Eigen::Isometry3d& view_from_case, const PictureGrid& grid) {
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Eigen::Vector2d seen = (view_from_case * pairs[i].point).head<2>();
    const Eigen::Vector2d at = (seen - Eigen::Vector2d(grid.x0_mm, grid.y0_mm)) * pixels_per_mm;
    draw_ring(picture, at, 5, 1);
    if (i < most_numbers)
      draw_number(picture, static_cast<int>(at.x()) + 11, static_cast<int>(at.y()) - 9,
                  std::to_string(i + 1));
  }
}

void draw_legend(Picture& picture, const std::vector<PairInterference>& pairs, int x, int y) {
  y += draw_swatch(picture, x, y, legend_px, interfering_colour,
                   "overlaps another solid (shades tell solids apart)");
  y += draw_swatch(picture, x, y, legend_px, touching_colour, "only touches another");
  y += draw_swatch(picture, x, y, legend_px, free_colour, "free") + 16;
  if (pairs.empty()) return;
  draw_text(picture, x, y, "Deepest overlaps, mm", {.size_px = 20, .bold = true});
  for (std::size_t i = 0; i < std::min(pairs.size(), most_numbers); ++i) {
    draw_text(picture, x, y + 34 + 26 * static_cast<int>(i),
              fmt::format("{}   {}", i + 1, rounded(pairs[i].depth_mm, 3)), {.size_px = 17});
  }
}

}  // namespace

Picture interference_picture(const InterferenceReport& report) {
  const JawView view{
      .name = "interference",
      .title = "Interference of several solids",
      .direction = "seen from the side of +x, −y and +z of the files, z up",
      .view_from_case =
          Projection::orthographic({-0.5, 0.7, -0.55}, -Eigen::Vector3d::UnitZ()).view_from_case()};
  const Whole whole = whole_of(report.solids);
  PosedJaw posed{.solid = &whole.solid};
  posed.points = whole.solid.mesh.vertices;
  const PictureGrid grid = frame_of(view, {&posed});
  Picture solids = render(whole, colours_of(report), view.view_from_case, grid);
  const std::vector<PairInterference> pairs = deepest_first(report);
  draw_marks(solids, pairs, view.view_from_case, grid);

  const std::string found =
      pairs.size() == 1 ? "1 pair interferes" : fmt::format("{} pairs interfere", pairs.size());
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  const int text_px = solids.width + margin_px + legend_px;
  const std::vector<std::string> print = wrapped(
      fmt::format(
          "{} solids, {}. A ring stands where a pair is deepest, also behind a solid. Depth: the "
          "longest overlap along the direction in which that is least. Intercusp {}: {}. For research and "
          "planning support; not a diagnosis.",
          report.solids.size(), found, INTERCUSP_VERSION, settings_of(report)),
      text_px, small);
  constexpr int line_px = 23, scale_bar_px = 52, least_legend_px = 520;
  const int body_px = std::max(solids.height + scale_bar_px, least_legend_px);
  Picture picture(text_px + 2 * margin_px,
                  title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  paste(picture, solids, margin_px, title_px);
  draw_text(picture, margin_px, 22, view.title, {.size_px = 30, .bold = true});
  draw_text(picture, margin_px, 64, view.direction, {.size_px = 19, .colour = pale_ink});
  draw_scale_bar(picture, margin_px, title_px + solids.height + 34, picture_pixels_per_mm(grid),
                 solids.width);
  draw_legend(picture, pairs, margin_px + solids.width + margin_px, title_px);
  draw_lines(picture, margin_px, title_px + body_px, print, line_px, small);
  return picture;
}

}  // namespace intercusp
