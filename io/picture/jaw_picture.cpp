#include "io/picture/jaw_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"
#include "occlusion/case/teeth.h"

namespace intercusp {
namespace {

Rgb shaded(const PaintedJaw& painted, const PaintScale& paint, const Eigen::Matrix3d& view_from_case,
           const SurfaceHit& hit) {
  const PosedJaw& jaw = painted.jaw;
  const Face& face = jaw.solid->mesh.faces[hit.face];
  Eigen::Vector3d point = Eigen::Vector3d::Zero(), normal = Eigen::Vector3d::Zero();
  for (int corner = 0; corner < 3; ++corner) {
    point += hit.weights[corner] * jaw.points[face[corner]];
    normal += hit.weights[corner] * jaw.normals[face[corner]];
  }
  normal.normalize();
  const double light = brightness(view_from_case * normal);
  const Rgb surface = lit(surface_colour(jaw, hit), light);
  // Paint is shaded less than the surface, so that its colour matches the legend.
  const Coat coat = paint.at(static_cast<double>(painted.clearance.at(point, normal)));
  if (coat.opacity == 0) return surface;
  return blend(surface, lit(coat.colour, 0.6 + 0.4 * light), coat.opacity);
}

//! The shaded surfaces alone.
Picture render(const PaintedJaw& upper, const PaintedJaw& lower, const JawView& view, const PictureGrid& grid,
               const PaintScale& paint) {
  std::vector<const PaintedJaw*> jaws;
  if (view.upper) jaws.push_back(&upper);
  if (view.lower) jaws.push_back(&lower);
  std::vector<FirstHits> hits;
  for (const PaintedJaw* jaw : jaws) {
    hits.push_back(first_hits(*jaw->jaw.solid, view.view_from_case * jaw->jaw.case_from_solid, grid));
  }
  const Eigen::Matrix3d turn = view.view_from_case.linear();
  return mean_of_samples(grid, [&](std::size_t i) {
    std::size_t nearest = 0;
    for (std::size_t jaw = 1; jaw < jaws.size(); ++jaw) {
      if (hits[jaw].depth_mm[i] < hits[nearest].depth_mm[i]) nearest = jaw;
    }
    const FirstHits& hit = hits[nearest];
    if (hit.face[i] == no_face) return white;
    const double second = static_cast<double>(hit.second_weight[i]),
                 third = static_cast<double>(hit.third_weight[i]);
    return shaded(*jaws[nearest], paint, turn, {hit.face[i], {1 - second - third, second, third}});
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
      // Turned about the picture's x axis, which keeps the patient's right on the left.
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

  Page page = blank_page({.title = view.title,
                          .view_name = view.direction,
                          .small_print = {measure_sentence() + " " + provenance_sentence(provenance)},
                          .case_heading = provenance.case_heading},
                         {.width = jaws.width,
                          .height = jaws.height,
                          .sides = patient_sides(view.view_from_case, about.bite_case.anatomy.axes),
                          .pixels_per_mm = picture_pixels_per_mm(grid),
                          .framed = false},
                         legend_px, 460);
  paste(page.picture, jaws, page.x, page.y);
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x, y = page.legend_y;
  draw_paint_legend(canvas, paint, phrase("Clearance, mm"), about.thresholds_mm,
                    {x, y, x + legend_px, y + 440});
  return std::move(page.picture);
}

}  // namespace intercusp
