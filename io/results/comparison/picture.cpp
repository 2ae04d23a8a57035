#include "io/results/comparison/parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/picture/posed_jaw.h"
#include "io/results/comparison/change_scale.h"
#include "io/results/comparison/report.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"
#include "occlusion/case/tooth_axes.h"
#include "occlusion/registration/tooth_movement.h"
#include "occlusion/registration/tooth_starts.h"
#include "occlusion/teeth/jaw_scan.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

//! The scan before with its vertices merged, as smooth shading needs it.
struct PaintedScan {
  Solid solid;
  PosedJaw jaw;                   //!< refers to `solid`, so both stay together
  std::vector<double> change_mm;  //!< one per vertex; NaN: not compared

  PaintedScan(const Comparison& comparison, const ScanComparison& change, Jaw which,
              const ChangeScale& scale) {
    const JawScan& scan = *change.before;
    std::vector<std::uint32_t> of_vertex;
    solid = drawn(scan, &of_vertex);
    change_mm.assign(solid.mesh.vertices.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t v = 0; v < of_vertex.size(); ++v)
      if (of_vertex[v] != no_vertex) change_mm[of_vertex[v]] = change.before_smooth_mm[v];
    change_mm = with_breaks(solid.mesh, std::move(change_mm), scale);
    solid.estimated_teeth = comparison.before.estimated_teeth;
    jaw = posed_jaw(solid, which, Eigen::Isometry3d::Identity());
  }
  PaintedScan(const PaintedScan&) = delete;
  PaintedScan& operator=(const PaintedScan&) = delete;
};

std::optional<Jaw> jaw_of(const Comparison& comparison) {
  return jaw_of_numbers(tooth_middles(*comparison.before.scan));
}

//! The view from the bite. Without axes, the view along the axes of the file, named after these and without
//! tooth numbers.
JawView view_of(const Comparison& comparison, const std::optional<AnatomicalAxes>& axes) {
  const bool from_below = jaw_of(comparison) == Jaw::upper;
  const AnatomicalAxes used = axes.value_or(
      AnatomicalAxes{Eigen::Vector3d::UnitZ(), -Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()});
  JawView view{.name = "change",
               .title = !axes        ? phrase("Change of the jaw")
                        : from_below ? phrase("Change of the upper jaw")
                                     : phrase("Change of the lower jaw"),
               .direction = from_below ? phrase("occlusal view, seen from below")
                                       : phrase("occlusal view, seen from above"),
               .upper = from_below,
               .lower = !from_below,
               .tooth_numbers = axes.has_value(),
               .view_from_case = from_below ? orthographic(used.superior, -used.anterior)
                                            : orthographic(-used.superior, used.anterior)};
  if (!axes) view.direction += phrase(" by the axes of the file, taken as LPS; no arch was found");
  return view;
}

void draw_legend(Page& page, const ChangeScale& scale) {
  PixelCanvas canvas(page.picture);
  const double x = page.legend_x;
  double y = page.legend_y;
  canvas.write(x, y, phrase("Change, µm"), {canvas.em, {ink}, true});
  y += 1.8 * canvas.em;
  constexpr double width_px = 34, height_px = 330;
  const auto change_at = [&](double share) { return (2 * share - 1) * scale.end_mm; };
  const auto tick = [&](double mm, bool strong) {
    return Tick{0.5 + 0.5 * mm / scale.end_mm, (mm > 0 ? "+" : "") + um_text(mm), strong};
  };
  const double end = scale.end_mm, noise = scale.noise_mm;
  std::vector<Tick> ticks = {tick(-end, true), tick(end, true), tick(0, true)};
  constexpr double apart = 0.12;  // share of the end; nearer letters would overlap
  for (const double mm : {noise, end / 2}) {
    const bool is_free = mm == noise || std::abs(mm - noise) > apart * end;
    if (mm < end && is_free) ticks.insert(ticks.end(), {tick(-mm, false), tick(mm, false)});
  }
  draw_colour_bar(
      canvas, {x, y, x + width_px, y + height_px},
      [&](double share) { return scale.colour_at(change_at(share)); }, ticks);
  canvas.write(x + 5 * canvas.em, y, phrase("gained"), {canvas.small(), {pale_ink}});
  canvas.write(x + 5 * canvas.em, y + height_px - canvas.small(), phrase("lost"),
               {canvas.small(), {pale_ink}});
  y += height_px + 1.2 * canvas.em;
  const double room_px = wide_legend_px;
  y += draw_swatch(canvas, x, y, room_px, within_noise_colour,
                   phrase("within the noise, ±{} µm", um_text(noise)));
  draw_swatch(canvas, x, y, room_px, not_compared_colour, phrase("not on the other scan"));
}

std::string small_print(const Comparison& comparison, const ComparedScan& scan) {
  const auto digits = [](const MeshReport& report) { return digests_of(report).substr(0, 16); };
  return change_sentence() + " " +
         phrase(
             "Colours show its mean over half a millimetre, on the scan before. Intercusp {}. SHA-256 {}, "
             "{}.",
             INTERCUSP_VERSION, digits(comparison.before.report), digits(scan.after.report));
}

}  // namespace

std::string change_picture_caption(const Comparison& comparison) {
  const JawView view = view_of(comparison, axes_of_scan(*comparison.before.scan));
  return view.title + ", " + view.direction;
}

Picture change_picture(const Comparison& comparison, const ComparedScan& scan, const ChangeScale& scale) {
  const std::optional<AnatomicalAxes> axes = axes_of_scan(*comparison.before.scan);
  const JawView view = view_of(comparison, axes);
  const PaintedScan painted(comparison, scan.change, jaw_of(comparison).value_or(Jaw::lower), scale);
  const PictureGrid grid = frame_of(view, {&painted.jaw});
  Picture jaw = paint({{&painted.jaw}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    return lit(scale.colour_at(hit.mean_of(painted.change_mm)), 0.25 + 0.75 * hit.light);
  });
  if (view.tooth_numbers) (void)draw_tooth_numbers(jaw, painted.jaw, view, grid);
  const std::string name = scan_name(comparison, scan);
  Page page = page_around(
      jaw,
      {.title = view.title,
       .view_name = view.direction + (name.empty() ? "" : "; " + name),
       .small_print = {small_print(comparison, scan)}},
      {.sides = patient_sides(view.view_from_case, axes), .pixels_per_mm = picture_pixels_per_mm(grid)},
      wide_legend_px, 560);
  draw_legend(page, scale);
  return std::move(page.picture);
}

}  // namespace intercusp
