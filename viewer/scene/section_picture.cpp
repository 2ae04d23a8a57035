#include "viewer/scene/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/wording/definitions.h"
#include "viewer/scene/looks.h"

namespace intercusp::viewer {
namespace {

Eigen::Vector2d middle_of(const Canvas& canvas) {
  return {(canvas.bounds.left + canvas.bounds.right) / 2, (canvas.bounds.top + canvas.bounds.bottom) / 2};
}

Eigen::Vector2d place_in(const Canvas& canvas, const SectionPlacement& placement, const Eigen::Vector2d& mm) {
  return middle_of(canvas) + (mm - placement.middle_mm) * placement.pixels_per_mm;
}

//! One row of pixels after the other.
void fill_rows(DrawListCanvas& canvas, const SectionPlacement& placement,
               const std::vector<std::vector<SectionSpan>>& rows, ImU32 colour) {
  const auto x_of = [&](double mm) {
    const double x = place_in(canvas, placement, {mm, 0}).x();
    return static_cast<float>(std::clamp(x, canvas.bounds.left, canvas.bounds.right));
  };
  float top = static_cast<float>(canvas.bounds.top);
  for (const std::vector<SectionSpan>& row : rows) {
    for (const SectionSpan& span : row) {
      const float left = x_of(span.from), right = x_of(span.to);
      if (left < right) canvas.list.AddRectFilled({left, top}, {right, top + 1}, colour);
    }
    ++top;
  }
}

void draw_lines(DrawListCanvas& canvas, const std::vector<SectionLine>& lines,
                const SectionPlacement& placement, Rgb colour) {
  const ImU32 scanned = ink_of(blend(colour, canvas.inks.strong.colour, 0.4)), added = ink_of(colour, 0.5);
  for (const SectionLine& line : lines)
    canvas.list.AddLine(point(place_in(canvas, placement, line.from)),
                        point(place_in(canvas, placement, line.to)), line.anatomy ? scanned : added,
                        line.anatomy ? 2.0F : 1.0F);
}

//! From `tail` to `tip`, with a head.
void draw_arrow(DrawListCanvas& canvas, const Eigen::Vector2d& tail, const Eigen::Vector2d& tip,
                ImU32 colour) {
  const Eigen::Vector2d along = (tip - tail).stableNormalized();
  const Eigen::Vector2d across = 0.2 * canvas.em * Eigen::Vector2d(-along.y(), along.x());
  const Eigen::Vector2d neck = tip - 0.45 * canvas.em * along;
  canvas.list.AddLine(point(tail), point(neck), colour, 1.6F);
  canvas.list.AddTriangleFilled(point(tip), point(neck + across), point(neck - across), colour);
}

//! An arrow at each end of the gap: from within where they have room, else from outside.
struct GapArrows {
  Eigen::Vector2d upper, lower;  //!< tips, px
  Eigen::Vector2d upper_tail, lower_tail;
  double distance_mm = 0;

  [[nodiscard]] Eigen::Vector2d middle() const { return (upper + lower) / 2; }
  [[nodiscard]] Area area() const {
    const Eigen::Vector2d least = upper_tail.cwiseMin(lower_tail), most = upper_tail.cwiseMax(lower_tail);
    return {least.x() - 3, least.y() - 3, most.x() + 3, most.y() + 3};
  }
};

GapArrows arrows_at(const Canvas& canvas, const SectionPlacement& placement, const SectionGap& gap) {
  const Eigen::Vector2d upper = place_in(canvas, placement, gap.upper),
                        lower = place_in(canvas, placement, gap.lower);
  const bool apart = gap.upper != gap.lower;
  const Eigen::Vector2d along = apart ? (gap.lower - gap.upper).normalized() : Eigen::Vector2d(0, 1);
  const bool wide = (lower - upper).norm() > 2 * canvas.em;
  const Eigen::Vector2d tail = 1.1 * canvas.em * along;
  return {upper, lower, wide ? lower : Eigen::Vector2d(upper - tail),
          wide ? upper : Eigen::Vector2d(lower + tail), gap.distance_mm};
}

//! Chooses arrows inside the view, the narrowest gaps first, as many as can be read.
std::vector<GapArrows> shown_arrows(const Canvas& canvas, const CrossSection& section,
                                    const SectionPlacement& placement) {
  constexpr std::size_t most = 6;
  const double apart_px = 3 * canvas.em, rim_px = 2 * canvas.em;
  std::vector<GapArrows> shown;
  for (const SectionGap& gap : section.gaps) {
    const GapArrows arrows = arrows_at(canvas, placement, gap);
    const Eigen::Vector2d at = arrows.middle();
    const bool visible = at.x() > canvas.bounds.left + rim_px && at.x() < canvas.bounds.right - rim_px &&
                         at.y() > canvas.bounds.top + rim_px && at.y() < canvas.bounds.bottom - rim_px;
    const bool beside = std::ranges::all_of(
        shown, [&](const GapArrows& other) { return (other.middle() - at).norm() > apart_px; });
    if (visible && beside && shown.size() < most) shown.push_back(arrows);
  }
  return shown;
}

//! Writes the number beside the arrows where there is room.  \return where its line to the arrows ends
std::optional<Eigen::Vector2d> write_number(DrawListCanvas& canvas, const GapArrows& arrows, const Ink& ink) {
  const std::string number = fmt::format("{} mm", rounded(arrows.distance_mm, 2));
  const Letters letters{canvas.em, ink};
  for (const double away_em : {1.2, 2.0, 3.0, 4.5}) {
    for (const auto& [right, down] : {std::pair{0.8, -0.7},
                                      {0.8, 0.7},
                                      {-0.8, -0.7},
                                      {-0.8, 0.7},
                                      {1.0, 0.0},
                                      {-1.0, 0.0},
                                      {0.6, -1.0},
                                      {-0.6, -1.0},
                                      {0.6, 1.0},
                                      {-0.6, 1.0}}) {
      const Eigen::Vector2d at = arrows.middle() + away_em * canvas.em * Eigen::Vector2d(right, down);
      if (canvas.write_if_free(at.x(), at.y() - canvas.em / 2, number, letters,
                               right > 0 ? Align::left : Align::right))
        return Eigen::Vector2d(at.x() - std::copysign(0.4 * canvas.em, right), at.y());
    }
  }
  return std::nullopt;
}

}  // namespace

SectionPlacement fitting(const Eigen::AlignedBox2d& window, const ViewBox& box) {
  const Eigen::Vector2d room(box.width, box.height);
  return {window.center(), room.cwiseQuotient(window.sizes()).minCoeff()};
}

void fill_section(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement) {
  const Area& view = canvas.bounds;
  const auto rows = static_cast<std::size_t>(std::ceil(view.bottom - view.top));
  const double step = 1 / placement.pixels_per_mm;
  const double top = placement.middle_mm.y() - (view.bottom - view.top) / 2 * step;
  const auto upper = filled_rows(section.upper, top, step, rows);
  const auto lower = filled_rows(section.lower, top, step, rows);
  constexpr double opacity = 0.75;
  fill_rows(canvas, placement, upper, ink_of(looks::upper_section, opacity));
  fill_rows(canvas, placement, lower, ink_of(looks::lower_section, opacity));
  draw_lines(canvas, section.upper, placement, looks::upper_section);
  draw_lines(canvas, section.lower, placement, looks::lower_section);
  // Over the outlines, which are wider than shallow overlaps.
  fill_rows(canvas, placement, in_both(upper, lower), ink_of(looks::overlap));
  for (const SectionLine& line : section.extra)
    canvas.list.AddLine(point(place_in(canvas, placement, line.from)),
                        point(place_in(canvas, placement, line.to)), ink_of(looks::extra_section), 2);
}

void write_gaps(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement) {
  const std::vector<GapArrows> shown = shown_arrows(canvas, section, placement);
  for (const GapArrows& arrows : shown) canvas.take(arrows.area());
  for (const GapArrows& arrows : shown) {
    const std::optional<Eigen::Vector2d> number = write_number(canvas, arrows, canvas.inks.strong);
    if (!number) continue;
    const ImU32 colour = ink_of(canvas.inks.strong.colour);
    const bool far = (*number - arrows.middle()).norm() > 2 * canvas.em;
    if (far)
      canvas.list.AddLine(point(arrows.middle()), point(*number), ink_of(canvas.inks.strong.colour, 0.5));
    draw_arrow(canvas, arrows.upper_tail, arrows.upper, colour);
    draw_arrow(canvas, arrows.lower_tail, arrows.lower, colour);
  }
}

void draw_ruler(DrawListCanvas& canvas, const Ruler& ruler, const SectionPlacement& placement) {
  const Eigen::Vector2d from = place_in(canvas, placement, ruler.from),
                        to = place_in(canvas, placement, ruler.to);
  const Eigen::Vector2d along = (to - from).stableNormalized();
  const Eigen::Vector2d across = 5 * Eigen::Vector2d(-along.y(), along.x());
  for (const auto& [stroke, thickness] : {std::pair{canvas.inks.halo, 4.0F}, {canvas.inks.strong, 1.6F}}) {
    const ImU32 colour = ink_of(stroke.colour, stroke.opacity);
    canvas.list.AddLine(point(from), point(to), colour, thickness);
    canvas.list.AddLine(point(from - across), point(from + across), colour, thickness);
    canvas.list.AddLine(point(to - across), point(to + across), colour, thickness);
  }
  const Eigen::Vector2d label = (from + to) / 2 + 3 * across;
  canvas.write(label.x(), label.y() - canvas.em / 2,
               fmt::format("{} mm", rounded((ruler.to - ruler.from).norm(), 2)),
               {canvas.em, canvas.inks.strong}, across.x() < 0 ? Align::right : Align::left);
}

}  // namespace intercusp::viewer
