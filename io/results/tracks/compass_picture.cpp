#include "io/language/language.h"
#include "io/results/tracks/parts.h"

#include <algorithm>
#include <array>

#include "io/picture/jaw_shading.h"
#include "io/picture/page.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/tracks/report.h"
#include "io/wording/definitions.h"

namespace intercusp {
namespace {

//! Paler than in other pictures, because the compass contains yellow.
constexpr SurfaceColours pale_colours{.tooth = {240, 236, 226}, .gum = {226, 190, 186}};

//! Like compass_kind; empty if most of the face was never in contact.
std::optional<ContactKind> kind_at(const SurfaceRecord& record, const SurfaceHit& hit) {
  std::array<float, contact_kinds> times{}, out{};
  double held = 0;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const auto& of_vertex = record.contact_s[hit.corners[corner]];
    bool any = false;
    for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
      times[kind] += static_cast<float>(hit.weights[corner]) * of_vertex[kind];
      out[kind] += static_cast<float>(hit.weights[corner]) * record.out_s[hit.corners[corner]][kind];
      any |= of_vertex[kind] > 0;
    }
    if (any) held += hit.weights[corner];
  }
  return held >= 0.5 ? compass_kind(times, out) : std::nullopt;
}

Picture render(const PosedJaw& jaw, const SurfaceRecord& record, const JawView& view,
               const PictureGrid& grid) {
  return paint({{&jaw}, view.view_from_case, grid}, [&](const SurfaceHit& hit) {
    const std::optional<ContactKind> kind = kind_at(record, hit);
    return kind ? lit(compass_colour(*kind), 0.7 + 0.3 * hit.light)  // paint is shaded less
                : lit(surface_colour(jaw, hit, pale_colours), hit.light);
  });
}

void draw_compass_legend(Page& page) {
  PixelCanvas canvas(page.picture);
  canvas.write(page.legend_x, page.legend_y, phrase("Contact by movement"), {20, {ink}, true});
  const std::array<std::pair<ContactKind, std::string>, 7> entries = {
      {{ContactKind::closing, phrase("centric: within 0.5 mm of the most closed position only")},
       {ContactKind::protrusion, phrase("protrusion: forwards")},
       {ContactKind::lateroprotrusion,
        phrase("lateroprotrusion: forwards and sideways, on the side that the jaw has gone to")},
       {ContactKind::retrusion, phrase("return: backwards")},
       {ContactKind::working,
        phrase("laterotrusion (working): sideways, on the side that the jaw has gone to")},
       {ContactKind::balancing, phrase("mediotrusion (balancing): sideways, on the other side")},
       {ContactKind::rest, phrase("at rest, while opening, or in no known movement only")}}};
  double top = page.legend_y + 44;
  for (const auto& [kind, text] : entries)
    top += draw_swatch(canvas, page.legend_x, top, wide_legend_px, compass_colour(kind), text) + 4;
  const Letters small{17, {pale_ink}};
  top += 8;
  for (const std::string& line : canvas.lines(phrase("Where several movements had contact: balancing if one "
                                                     "was, else the one that held it longest."),
                                              wide_legend_px, small)) {
    canvas.write(page.legend_x, top, line, small);
    top += 22;
  }
}

//! Definitions of the numbers behind the picture.
std::string compass_print(const Playback& playback, const Provenance& provenance) {
  const std::string part =
      playback.stopped_at_s ? phrase(" Stopped at {:.3f} s.", *playback.stopped_at_s) : "";
  return phrase("{} poses from {:.3f} to {:.3f} s.{} {} {} {}", playback.samples.size(),
                playback.samples.front().time_s, playback.samples.back().time_s, part,
                contact_sentence({playback.options.threshold_mm}), movement_sentence(),
                provenance_sentence(provenance));
}

}  // namespace

std::optional<ContactKind> compass_kind(const std::array<float, contact_kinds>& contact_s,
                                        const std::array<float, contact_kinds>& out_s) {
  if (out_s[static_cast<std::size_t>(ContactKind::balancing)] > 0) return ContactKind::balancing;
  if (const std::optional<ContactKind> excursion = dominant_kind(out_s)) return excursion;
  return dominant_kind(contact_s) ? std::optional(ContactKind::closing) : std::nullopt;
}

Rgb compass_colour(ContactKind kind) {
  switch (kind) {
    case ContactKind::closing:
      return {213, 94, 0};
    case ContactKind::protrusion:
      return {24, 24, 28};
    case ContactKind::retrusion:
      return {204, 121, 167};
    case ContactKind::working:
      return {0, 114, 178};
    case ContactKind::balancing:
      return {0, 158, 115};
    case ContactKind::lateroprotrusion:
      return {240, 214, 30};
    default:
      return {128, 128, 128};
  }
}

Picture compass_picture(const Playback& playback, const PosedJaw& jaw, const SurfaceRecord& record,
                        const JawView& view, const Provenance& provenance) {
  const PictureGrid grid = frame_of(view, {&jaw});
  Picture surface = render(jaw, record, view, grid);
  if (view.tooth_numbers) draw_tooth_numbers(surface, jaw, view, grid);
  Page page = page_around(surface,
                          {.title = jaw.jaw == Jaw::upper ? phrase("Occlusal compass, upper jaw")
                                                          : phrase("Occlusal compass, lower jaw"),
                           .view_name = view.direction,
                           .small_print = {compass_print(playback, provenance)}},
                          {.sides = patient_sides(view.view_from_case, playback.closed_case->anatomy.axes),
                           .pixels_per_mm = picture_pixels_per_mm(grid)},
                          wide_legend_px, 480);
  draw_compass_legend(page);
  return std::move(page.picture);
}

}  // namespace intercusp
