#include "io/results/inspection/parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/inspection/contact_figures.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

constexpr int head_px = 50, foot_px = 96, edge_px = 56;
constexpr double letter_px = 25;

//! Full colours in contact and faint ones beyond, like the prints of contacts.
Coat coat_at(double distance_mm, double threshold_mm) {
  Coat coat = PaintScale{}.at(distance_mm);
  if (distance_mm > threshold_mm) coat.opacity *= 0.3;
  return coat;
}

Picture render(const PosedJaw& jaw, const std::vector<float>& distances_mm, const JawView& view,
               const PictureGrid& grid, double threshold_mm) {
  return paint({{&jaw}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    const Rgb surface = lit(surface_colour(jaw, hit), hit.light);
    const Coat coat = coat_at(hit.mean_of(distances_mm), threshold_mm);
    return blend(surface, lit_paint(coat.colour, hit.light), coat.opacity);
  });
}

//! A thin line of squares of two pixels.
void draw_line(Canvas& canvas, const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const int steps = static_cast<int>(std::ceil((to - from).norm()));
  for (int i = 0; i <= steps; ++i) {
    const Eigen::Vector2d at = from + (to - from) * (static_cast<double>(i) / std::max(1, steps));
    canvas.fill({at.x(), at.y(), at.x() + 1.5, at.y() + 1.5}, {ink});
  }
}

//! Writes the number next to the contact, at the nearest free place. If that is further away, a line leads
//! there.
void write_number(Canvas& canvas, const Eigen::Vector2d& at, const std::string& number) {
  const Letters letters{letter_px * 0.92, {ink}, true};
  constexpr int directions = 16;
  const double first_px = 0.8 * letter_px;
  for (double away = first_px; away < 9 * letter_px; away += 0.3 * letter_px) {
    for (int i = 0; i < directions; ++i) {
      const double angle = 2 * std::numbers::pi * i / directions;
      const Eigen::Vector2d place = at + away * Eigen::Vector2d(std::cos(angle), -std::sin(angle));
      if (place.x() < 20 || place.x() > canvas.bounds.right - 20) continue;
      if (!canvas.write_if_free(place.x(), place.y() - letter_px / 2, number, letters, Align::centre))
        continue;
      if (away > 1.6 * first_px)
        draw_line(canvas, at, at + (away - 0.55 * letter_px) * (place - at).normalized());
      return;
    }
  }
}

void write_numbers(Canvas& canvas, const Inspection& inspection, const JawView& view, const PictureGrid& grid,
                   double threshold_mm) {
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  std::vector<std::pair<const ContactPatch*, Eigen::Vector2d>> marks;
  for (const ContactPatch& patch : inspection.surface->contacts.lower.patches) {
    if (patch.threshold_mm != threshold_mm || patch.surface_mm2 < least_listed_mm2) continue;
    const Eigen::Vector3d in_view = view.view_from_case * patch.place_mm;
    marks.emplace_back(&patch, Eigen::Vector2d(edge_px + (in_view.x() - grid.x0_mm) * pixels_per_mm,
                                               head_px + (in_view.y() - grid.y0_mm) * pixels_per_mm));
  }
  for (const auto& [patch, at] : marks) canvas.take({at.x() - 4, at.y() - 4, at.x() + 4, at.y() + 4});
  for (const auto& [patch, at] : marks) {
    canvas.fill({at.x() - 3, at.y() - 3, at.x() + 3, at.y() + 3}, {white});
    canvas.fill({at.x() - 2, at.y() - 2, at.x() + 2, at.y() + 2}, {ink});
  }
  for (const auto& [patch, at] : marks) write_number(canvas, at, std::to_string(patch->number));
}

//! A horizontal colour bar from the deepest overlap to the end of the scale.
void draw_lying_legend(Canvas& canvas, const Area& bar, double threshold_mm) {
  const BarScale scale{PaintScale{}.colours};
  for (double x = bar.left; x < bar.right; ++x) {
    const double value =
        scale.colours.clearance_at(scale.position_at((x - bar.left) / (bar.right - bar.left)));
    const Coat coat = coat_at(value, threshold_mm);
    canvas.fill({x, bar.top, x + 1, bar.bottom}, {blend({236, 229, 214}, coat.colour, coat.opacity)});
  }
  canvas.view(bar);
  const Letters letters{0.8 * letter_px, {ink}};
  const auto tick = [&](double value, const std::string& text, Align align) {
    const double x = bar.left + scale.share_of(value) * (bar.right - bar.left);
    canvas.fill({x - 1, bar.top - 5, x + 1, bar.bottom + 5}, {ink});
    canvas.write(x, bar.bottom + 7, text, letters, align);
  };
  const double deepest = scale.colours.deepest_mm, farthest = scale.colours.farthest_mm;
  tick(-deepest, rounded(-deepest, 1), Align::left);
  tick(0, "0", Align::right);
  tick(threshold_mm, shortest(threshold_mm), Align::left);
  tick(farthest, shortest(farthest), Align::right);
  canvas.write(bar.left, bar.top - 30, phrase("Surface distance, mm"), letters);
}

}  // namespace

Picture contact_picture(const Inspection& inspection, const PosedJaw& jaw, const JawView& view,
                        double threshold_mm, const Provenance& provenance) {
  const PictureGrid grid = frame_of(view, {&jaw});
  const SurfaceDistances& both = inspection.surface->distances;
  Picture arch = render(jaw, (jaw.jaw == Jaw::upper ? both.upper : both.lower).mm, view, grid, threshold_mm);
  std::vector<Label> tooth_numbers;
  if (view.tooth_numbers) tooth_numbers = draw_tooth_numbers(arch, jaw, view, grid);
  const int width = std::max(arch.width + 2 * edge_px, 620), height = head_px + arch.height + foot_px;
  Picture picture(width, height);
  paste(picture, arch, edge_px, head_px);
  Inks inks = print_inks_with_halo;
  PixelCanvas canvas(picture, inks);
  canvas.write(0, 6, view.title, {letter_px * 1.1, {ink}, true});
  if (!provenance.case_heading.empty())
    canvas.write(width, 8, fitting(canvas, provenance.case_heading, 0.55 * width, {0.9 * letter_px, {ink}}),
                 {0.9 * letter_px, {ink}}, Align::right);
  const PatientSides sides = patient_sides(view.view_from_case, inspection.bite_case->anatomy.axes);
  const double middle = head_px + arch.height / 2.0;
  canvas.write(4, middle - 24, sides.left, {1.6 * letter_px, {ink}, true});
  canvas.write(width - 4, middle - 24, sides.right, {1.6 * letter_px, {ink}, true}, Align::right);
  for (const auto& [text, area] : tooth_numbers)
    canvas.take({area.left + edge_px, area.top + head_px, area.right + edge_px, area.bottom + head_px});
  write_numbers(canvas, inspection, view, grid, threshold_mm);
  draw_scale_bar(canvas, 8, height - 34, picture_pixels_per_mm(grid), arch.width);
  draw_lying_legend(canvas, {width - 360.0, height - 56.0, width - 12.0, height - 34.0}, threshold_mm);
  return picture;
}

}  // namespace intercusp
