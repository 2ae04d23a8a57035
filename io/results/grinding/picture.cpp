#include <algorithm>
#include <cmath>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/grinding/report.h"
#include "io/wording/definitions.h"
#include "occlusion/case/teeth.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

constexpr int between_px = 40;
constexpr Rgb patch_colour{20, 20, 20};

void draw_line(Picture& picture, const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  constexpr int pen_px = 3;
  const int steps = 1 + static_cast<int>((to - from).norm());
  for (int i = 0; i <= steps; ++i) {
    const Eigen::Vector2d at = from + (to - from) * i / steps;
    fill_box(picture, static_cast<int>(at.x()) - pen_px / 2, static_cast<int>(at.y()) - pen_px / 2, pen_px,
             pen_px, patch_colour);
  }
}

//! The jaw of one bite with its surface distances and the outlines.
Picture jaw_of(const Bite& bite, const GrindProposal& proposal, const JawView& view, const PictureGrid& grid,
               bool with_depths) {
  const Jaw jaw = proposal.options.jaw;
  const PosedJaw posed = posed_jaw(bite, jaw);
  const SurfaceDistances distances = surface_distances(bite);
  const std::vector<float>& mm = (jaw == Jaw::lower ? distances.lower : distances.upper).mm;
  const PaintScale scale;
  Picture picture = paint({{&posed}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    const Rgb surface = lit(surface_colour(posed, hit), hit.light);
    const Coat coat = scale.at(hit.mean_of(mm));
    return coat.opacity == 0 ? surface : blend(surface, lit_paint(coat.colour, hit.light), coat.opacity);
  });
  const double px_per_mm = picture_pixels_per_mm(grid);
  const auto at = [&](const Eigen::Vector3d& point) {
    const Eigen::Vector3d seen = view.view_from_case * point;
    return Eigen::Vector2d((seen.x() - grid.x0_mm) * px_per_mm, (seen.y() - grid.y0_mm) * px_per_mm);
  };
  for (const GrindPatch& patch : proposal.patches)
    for (const std::vector<Eigen::Vector3d>& line : patch.outline)
      for (std::size_t i = 1; i < line.size(); ++i) draw_line(picture, at(line[i - 1]), at(line[i]));
  PixelCanvas canvas(picture, print_inks_with_halo);
  for (const GrindPatch& patch : proposal.patches) {
    const Eigen::Vector2d place = at(patch.centroid_mm);
    if (with_depths)
      canvas.write_if_free(place.x(), place.y() - canvas.em / 2,
                           phrase("{} µm", rounded(1000 * patch.depth_mm, 0)), {canvas.small(), {ink}, true},
                           Align::centre);
  }
  (void)draw_tooth_numbers(picture, posed, view, grid);
  return picture;
}

}  // namespace

Picture grind_picture(const GrindProposal& proposal, const Provenance& provenance) {
  const Bite& before = proposal.start->bite;
  const bool upper = proposal.options.jaw == Jaw::upper;
  Bite after = before;
  (upper ? after.upper : after.lower) = proposal.ground;
  const AnatomicalAxes& axes = *proposal.start->anatomy.axes;
  const JawView view{.title = upper ? phrase("Upper jaw") : phrase("Lower jaw"),
                     .direction = upper ? phrase("occlusal view, seen from below")
                                        : phrase("occlusal view, seen from above"),
                     .upper = upper,
                     .lower = !upper,
                     .tooth_numbers = true,
                     .view_from_case = upper ? orthographic(axes.superior, axes.posterior())
                                             : orthographic(-axes.superior, axes.anterior)};
  const PosedJaw posed = posed_jaw(before, proposal.options.jaw);
  const PictureGrid grid = frame_of(view, {&posed});
  const Picture left = jaw_of(before, proposal, view, grid, true),
                right = jaw_of(after, proposal, view, grid, false);
  Picture both(left.width + between_px + right.width, left.height);
  paste(both, left, 0, 0);
  paste(both, right, left.width + between_px, 0);
  {
    PixelCanvas canvas(both, print_inks_with_halo);
    canvas.write(left.width / 2.0, 4, phrase("before"), {canvas.em, {ink}, true}, Align::centre);
    canvas.write(both.width - right.width / 2.0, 4, phrase("after, calculated"), {canvas.em, {ink}, true},
                 Align::centre);
  }
  Page page = page_around(
      both,
      {.title = phrase("Grinding: a calculation, not an instruction"),
       .view_name = view.title + ", " + view.direction,
       .small_print = {grind_warning() + " " + provenance_sentence(provenance)}},
      {.sides = patient_sides(view.view_from_case, axes), .pixels_per_mm = picture_pixels_per_mm(grid)},
      legend_px, 460);
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x, y = page.legend_y;
  draw_paint_legend(canvas, PaintScale{}, phrase("Surface distance, mm"), {grind_contact_mm},
                    {x, y, x + legend_px, y + 440});
  draw_swatch(canvas, x, y + 446, legend_px, patch_colour,
              phrase("outline of a patch, greatest depth in µm"));
  return std::move(page.picture);
}

}  // namespace intercusp
