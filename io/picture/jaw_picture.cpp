#include "io/picture/jaw_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr Rgb tooth_colour{240, 232, 212};
constexpr Rgb gum_colour{222, 160, 152};
constexpr Rgb base_colour{176, 176, 180};

//! A colour over the surface, and how much of the surface it hides.
struct Coat {
  Rgb colour;
  double opacity = 0;
};

//! Overlaps in the map's colours; gaps in its contact colour, fading out at the widest threshold.
struct ContactPaint {
  ColourScale scale;
  double widest_mm = 0;

  [[nodiscard]] Coat at(double clearance_mm) const {
    if (!(clearance_mm < widest_mm)) return {};  // NaN too
    if (clearance_mm < 0) return {scale.colour(clearance_mm), 1};
    return {scale.colour(0), 0.9 - 0.7 * clearance_mm / widest_mm};
  }
};

struct Hit {
  std::int32_t face;
  std::array<double, 3> weights;
};

Rgb surface_colour(const PosedJaw& jaw, const Hit& hit) {
  if (!jaw.solid->is_anatomy(static_cast<std::size_t>(hit.face))) return base_colour;
  const std::vector<int>& labels = jaw.solid->labels;
  if (labels.empty()) return tooth_colour;
  double gum = 0;
  for (int corner = 0; corner < 3; ++corner) {
    if (labels[jaw.solid->mesh.faces[hit.face][corner]] == 0) gum += hit.weights[corner];
  }
  return blend(tooth_colour, gum_colour, gum);
}

Rgb shaded(const PaintedJaw& painted, const ContactPaint& paint, const Eigen::Matrix3d& view_from_case,
           const Hit& hit) {
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
  if (!jaw.solid->is_anatomy(static_cast<std::size_t>(hit.face))) return surface;
  // Paint is shaded less than the surface, so that its colour matches the legend.
  const Coat coat = paint.at(static_cast<double>(painted.clearance.at(point, normal)));
  if (coat.opacity == 0) return surface;
  return blend(surface, lit(coat.colour, 0.6 + 0.4 * light), coat.opacity);
}

//! The shaded surfaces alone.
Picture render(const PaintedJaw& upper, const PaintedJaw& lower, const JawView& view, const PictureGrid& grid,
               const ContactPaint& paint) {
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

void draw_contact_legend(Page& page, const ContactPaint& paint, const std::vector<double>& thresholds_mm) {
  PixelCanvas canvas(page.picture);
  canvas.write(page.legend_x, page.legend_y, "Clearance, mm", {20, {ink}, true});
  constexpr double contact_share = 0.5;
  const double deepest = paint.scale.deepest_mm, widest = paint.widest_mm;
  std::vector<Tick> ticks = {{contact_share, "0  contact", true},
                             {1, shortest(widest) + ", none above", true},
                             {0, fmt::format("–{} and deeper", shortest(deepest)), true}};
  for (const double threshold : thresholds_mm) {
    ticks.push_back({contact_share + (1 - contact_share) * threshold / widest, shortest(threshold), false});
  }
  for (const double part : {0.2, 0.4, 0.6, 0.8}) {
    ticks.push_back({contact_share * (1 - part), fmt::format("–{}", shortest(part * deepest)), false});
  }
  const auto colour_at = [&](double share) {
    const double above = (share - contact_share) / (1 - contact_share),
                 below = (share - contact_share) / contact_share;
    const Coat coat = paint.at(above >= 0 ? above * widest : below * deepest);
    return blend(tooth_colour, coat.colour, coat.opacity);
  };
  const double x = page.legend_x, y = page.legend_y + 42;
  draw_colour_bar(canvas, {x, y, x + 40, y + 380}, colour_at, ticks);
}

}  // namespace

std::vector<JawView> jaw_views(const Inspection& inspection) {
  const Eigen::Isometry3d& view_from_case = inspection.map.view.view_from_case;
  const Eigen::Matrix3d axes = view_from_case.linear();
  const Eigen::Vector3d pi = axes.row(2), down = axes.row(1);
  const bool anatomy = inspection.anatomy.axes.has_value();
  const std::string numbers =
      inspection.labels_estimated ? "; tooth numbers (FDI) estimated, ? not sure" : "; tooth numbers: FDI";
  const auto numbered = [&](const Solid& solid) {
    return std::any_of(solid.labels.begin(), solid.labels.end(), [](int label) { return label > 0; });
  };
  const bool upper_numbers = numbered(*inspection.bite.upper),
             lower_numbers = numbered(*inspection.bite.lower);
  std::vector<JawView> views = {
      {.name = "upper_occlusal",
       .title = "Upper jaw",
       .direction = (anatomy ? "occlusal view, seen from below" : "seen along the projection direction") +
                    (upper_numbers ? numbers : ""),
       .upper = true,
       .tooth_numbers = upper_numbers,
       .view_from_case = view_from_case},
      // Turned about the picture's x axis, which keeps the patient's right on the left.
      {.name = "lower_occlusal",
       .title = "Lower jaw",
       .direction = (anatomy ? "occlusal view, seen from above" : "seen against the projection direction") +
                    (lower_numbers ? numbers : ""),
       .lower = true,
       .tooth_numbers = lower_numbers,
       .view_from_case = orthographic(-pi, -down)}};
  if (anatomy) {
    const AnatomicalAxes& patient = *inspection.anatomy.axes;
    views.push_back({.name = "frontal",
                     .title = "Both jaws",
                     .direction = "frontal view",
                     .upper = true,
                     .lower = true,
                     .view_from_case = orthographic(-patient.anterior, -patient.superior)});
  }
  return views;
}

Picture jaw_picture(const Inspection& inspection, const PaintedJaw& upper, const PaintedJaw& lower,
                    const JawView& view, const Provenance& provenance) {
  const std::vector<double>& thresholds = inspection.options.thresholds_mm;
  const double widest_mm =
      thresholds.empty() ? 0.35 : *std::max_element(thresholds.begin(), thresholds.end());
  const ContactPaint paint{scale_for(Palette::classic, inspection.max_penetration_mm), widest_mm};
  std::vector<const PosedJaw*> shown;
  if (view.upper) shown.push_back(&upper.jaw);
  if (view.lower) shown.push_back(&lower.jaw);
  const PictureGrid grid = frame_of(view, shown);
  Picture jaws = render(upper, lower, view, grid, paint);
  if (view.tooth_numbers) draw_tooth_numbers(jaws, view.upper ? upper.jaw : lower.jaw, view, grid);

  Page page = blank_page({.title = view.title,
                          .view_name = view.direction,
                          .small_print = {measure_sentence() + " Contact is painted up to " +
                                          shortest(widest_mm) + " mm. " + provenance_sentence(provenance)}},
                         {.width = jaws.width,
                          .height = jaws.height,
                          .sides = patient_sides(view.view_from_case, inspection.anatomy.axes),
                          .pixels_per_mm = picture_pixels_per_mm(grid),
                          .framed = false},
                         legend_px, 460);
  paste(page.picture, jaws, page.x, page.y);
  draw_contact_legend(page, paint, thresholds);
  return std::move(page.picture);
}

}  // namespace intercusp
