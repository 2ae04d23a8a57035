#include <algorithm>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/picture/stroke.h"
#include "io/results/model/report.h"
#include "io/wording/definitions.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;

constexpr Rgb width_ink{30, 90, 170}, breadth_ink{190, 60, 40}, curve_ink{20, 130, 70},
    contact_ink{150, 40, 150};

struct Ruler {
  MeasureKey key;
  Rgb colour;
  double half_px;
  bool written;  //!< with its value
};

//! What is drawn, the lower strokes first.
constexpr std::array<Ruler, 7> rulers = {{{MeasureKey::arch_perimeter, curve_ink, 1.5, false},
                                          {MeasureKey::arch_depth, curve_ink, 1, true},
                                          {MeasureKey::intercanine_width, breadth_ink, 1.2, true},
                                          {MeasureKey::interpremolar_width, breadth_ink, 1.2, true},
                                          {MeasureKey::intermolar_width, breadth_ink, 1.2, true},
                                          {MeasureKey::width, width_ink, 1.5, true},
                                          {MeasureKey::little_irregularity, contact_ink, 2, false}}};

JawView view_of(const MeasuredJaw& jaw) {
  const bool upper = jaw.jaw == Jaw::upper;
  const AnatomicalAxes& axes = *jaw.axes;
  return {.name = std::string(name_of(jaw.jaw)),
          .title = upper ? phrase("Upper jaw: measures") : phrase("Lower jaw: measures"),
          .direction =
              upper ? phrase("occlusal view, seen from below") : phrase("occlusal view, seen from above"),
          .upper = upper,
          .lower = !upper,
          .view_from_case = upper ? orthographic(axes.superior, -axes.anterior)
                                  : orthographic(-axes.superior, axes.anterior)};
}

//! The curve of the arch rather than the segments.
bool is_drawn(const ModelMeasure& measure, const Ruler& ruler, Jaw jaw) {
  return measure.key == ruler.key && measure.jaw == jaw && measure.line.size() > 1 &&
         measure.method.value_or(PerimeterMethod::curve) == PerimeterMethod::curve;
}

void draw_ruler(Picture& picture, PixelCanvas& canvas, const ModelMeasure& measure, const Ruler& ruler,
                const std::function<Vector2d(const Vector3d&)>& px_of) {
  for (const auto& [from, to] : strokes_of(measure))
    draw_stroke(picture, px_of(from), px_of(to), ruler.half_px, ruler.colour);
  if (!ruler.written) return;
  const Vector2d at = 0.5 * (px_of(measure.line.front()) + px_of(measure.line.back()));
  canvas.write_if_free(at.x(), at.y() - 8, rounded(*measure.reading.value, 1), {15, {ruler.colour}},
                       Align::centre);
}

void draw_legend(Page& page) {
  PixelCanvas canvas(page.picture);
  double y = page.legend_y;
  const std::pair<Rgb, std::string> entries[] = {
      {width_ink, phrase("width of the crown, mm")},
      {breadth_ink, phrase("between canines, premolars, first molars, mm")},
      {curve_ink, phrase("curve of the arch between the first molars, and its depth, mm")},
      {contact_ink, phrase("displaced contact points of front teeth")}};
  for (const auto& [colour, text] : entries)
    y += draw_swatch(canvas, page.legend_x, y, legend_px - 20, colour, text) + 10;
}

}  // namespace

std::vector<std::pair<Vector3d, Vector3d>> strokes_of(const ModelMeasure& measure) {
  const bool pairs = measure.key == MeasureKey::little_irregularity;  // separate lines
  std::vector<std::pair<Vector3d, Vector3d>> strokes;
  for (std::size_t i = 1; i < measure.line.size(); i += pairs ? 2 : 1)
    strokes.emplace_back(measure.line[i - 1], measure.line[i]);
  return strokes;
}

Picture model_picture(const Model& model, const MeasuredJaw& jaw, const Provenance& provenance) {
  const PosedJaw posed = posed_jaw(*jaw.solid, jaw.jaw, jaw.case_from_jaw);
  const JawView view = view_of(jaw);
  const PictureGrid grid = frame_of(view, {&posed});
  Picture picture = paint({{&posed}, view.view_from_case, grid},
                          [&](const SurfaceHit& hit) { return lit(surface_colour(posed, hit), hit.light); });
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  const auto px_of = [&](const Vector3d& place) -> Vector2d {
    return pixels_per_mm * ((view.view_from_case * place).head<2>() - Vector2d(grid.x0_mm, grid.y0_mm));
  };
  PixelCanvas canvas(picture, print_inks_with_halo);
  for (const Ruler& ruler : rulers)
    for (const ModelMeasure& measure : model.measures)
      if (is_drawn(measure, ruler, jaw.jaw)) draw_ruler(picture, canvas, measure, ruler, px_of);
  Page page = page_around(
      picture,
      {.title = view.title, .view_name = view.direction, .small_print = {provenance_sentence(provenance)}},
      {.sides = patient_sides(view.view_from_case, jaw.axes), .pixels_per_mm = pixels_per_mm}, legend_px,
      320);
  draw_legend(page);
  return std::move(page.picture);
}

}  // namespace intercusp
