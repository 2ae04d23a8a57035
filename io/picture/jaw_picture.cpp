#include "io/picture/jaw_picture.h"

#include <algorithm>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

//! The shaded surfaces without the page.
Picture render(const PaintedJaw& upper, const PaintedJaw& lower, const JawView& view, const PictureGrid& grid,
               const PaintScale& scale) {
  std::vector<const PaintedJaw*> painted;
  if (view.upper) painted.push_back(&upper);
  if (view.lower) painted.push_back(&lower);
  std::vector<const PosedJaw*> jaws;
  for (const PaintedJaw* jaw : painted) jaws.push_back(&jaw->jaw);
  return paint({jaws, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    const PosedJaw& jaw = *jaws[hit.surface];
    const Rgb surface = lit(surface_colour(jaw, hit), hit.light);
    const float clearance_mm = painted[hit.surface]->clearance.at(hit.mean_of(jaw.points), hit.normal);
    const Coat coat = scale.at(static_cast<double>(clearance_mm));
    return coat.opacity == 0 ? surface : blend(surface, lit_paint(coat.colour, hit.light), coat.opacity);
  });
}

}  // namespace

std::vector<JawView> jaw_views(const Case& bite_case, const View& map) {
  const Eigen::Isometry3d& view_from_case = map.view_from_case;
  const Eigen::Matrix3d axes = view_from_case.linear();
  const Eigen::Vector3d pi = axes.row(2), down = axes.row(1);
  const bool anatomy = bite_case.anatomy.axes.has_value();
  const std::string numbers =
      has_estimated_teeth(bite_case.bite)
          ? phrase("; tooth numbers ({}) estimated, ? not sure", title_of(tooth_names()))
          : phrase("; tooth numbers: {}", title_of(tooth_names()));
  const auto numbered = [&](const Solid& solid) {
    return std::any_of(solid.labels.begin(), solid.labels.end(), [](int label) { return label > 0; });
  };
  const bool upper_numbers = numbered(*bite_case.bite.upper), lower_numbers = numbered(*bite_case.bite.lower);
  std::vector<JawView> views = {
      {.name = "upper_occlusal",
       .title = phrase("Upper jaw"),
       .direction = (anatomy ? phrase("occlusal view, seen from below")
                             : phrase("seen along the projection direction")) +
                    (upper_numbers ? numbers : ""),
       .upper = true,
       .tooth_numbers = upper_numbers,
       .view_from_case = view_from_case},
      // Turned about the picture's x axis, so that the patient's right stays on the left.
      {.name = "lower_occlusal",
       .title = phrase("Lower jaw"),
       .direction = (anatomy ? phrase("occlusal view, seen from above")
                             : phrase("seen against the projection direction")) +
                    (lower_numbers ? numbers : ""),
       .lower = true,
       .tooth_numbers = lower_numbers,
       .view_from_case = orthographic(-pi, -down)}};
  if (anatomy) {
    const AnatomicalAxes& patient = *bite_case.anatomy.axes;
    views.push_back({.name = "frontal",
                     .title = phrase("Both jaws"),
                     .direction = phrase("frontal view"),
                     .upper = true,
                     .lower = true,
                     .view_from_case = orthographic(-patient.anterior, -patient.superior)});
  }
  return views;
}

Picture jaw_picture(const JawPage& about, const PaintedJaw& upper, const PaintedJaw& lower,
                    const JawView& view, const Provenance& provenance) {
  const PaintScale paint;  // with the scale of the screen
  std::vector<const PosedJaw*> shown;
  if (view.upper) shown.push_back(&upper.jaw);
  if (view.lower) shown.push_back(&lower.jaw);
  const PictureGrid grid = frame_of(view, shown);
  Picture jaws = render(upper, lower, view, grid, paint);
  if (view.tooth_numbers) draw_tooth_numbers(jaws, view.upper ? upper.jaw : lower.jaw, view, grid);

  Page page = page_around(jaws,
                          {.title = view.title,
                           .view_name = view.direction,
                           .small_print = {measure_sentence() + " " + provenance_sentence(provenance)},
                           .case_heading = provenance.case_heading},
                          {.sides = patient_sides(view.view_from_case, about.bite_case.anatomy.axes),
                           .pixels_per_mm = picture_pixels_per_mm(grid)},
                          legend_px, 460);
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x, y = page.legend_y;
  draw_paint_legend(canvas, paint, phrase("Clearance, mm"), about.thresholds_mm,
                    {x, y, x + legend_px, y + 440});
  return std::move(page.picture);
}

}  // namespace intercusp
