#include "io/picture/compass_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/text.h"
#include "io/picture/tooth_numbers.h"
#include "io/wording/definitions.h"
#include "io/wording/play_words.h"

namespace intercusp {
namespace {

constexpr Rgb pale_tooth_colour{240, 236, 226};  // paler than in jaw_picture: the compass has orange in it
constexpr Rgb pale_gum_colour{226, 190, 186};
constexpr Rgb pale_base_colour{176, 176, 180};

//! A place on a face: its corners' shares.
struct RecordedHit {
  const Face& face;
  std::array<double, 3> weights;
};

//! The movement that held the surface there longest; nothing where most of it was never in contact.
std::optional<ContactKind> kind_at(const SurfaceRecord& record, const RecordedHit& hit) {
  std::array<float, contact_kinds> times{};
  double held = 0;
  for (std::size_t corner = 0; corner < 3; ++corner) {
    const auto& of_vertex = record.contact_s[hit.face[corner]];
    bool any = false;
    for (std::size_t kind = 0; kind < contact_kinds; ++kind) {
      times[kind] += static_cast<float>(hit.weights[corner]) * of_vertex[kind];
      any |= of_vertex[kind] > 0;
    }
    if (any) held += hit.weights[corner];
  }
  return held >= 0.5 ? dominant_kind(times) : std::nullopt;
}

Rgb surface_colour(const PosedJaw& jaw, const RecordedHit& hit, bool anatomy) {
  if (!anatomy) return pale_base_colour;
  const std::vector<int>& labels = jaw.solid->labels;
  if (labels.empty()) return pale_tooth_colour;
  double gum = 0;
  for (std::size_t corner = 0; corner < 3; ++corner)
    gum += labels[hit.face[corner]] == 0 ? hit.weights[corner] : 0;
  return blend(pale_tooth_colour, pale_gum_colour, gum);
}

Rgb colour_at(const PosedJaw& jaw, const SurfaceRecord& record, const Eigen::Matrix3d& view_from_case,
              const FirstHits& hits, std::size_t sample) {
  if (hits.face[sample] == no_face) return white;
  const auto face = static_cast<std::size_t>(hits.face[sample]);
  const auto second = static_cast<double>(hits.second_weight[sample]),
             third = static_cast<double>(hits.third_weight[sample]);
  const RecordedHit hit{jaw.solid->mesh.faces[face], {1 - second - third, second, third}};
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  for (std::size_t corner = 0; corner < 3; ++corner)
    normal += hit.weights[corner] * jaw.normals[hit.face[corner]];
  const double light = brightness(view_from_case * normal.normalized());
  const bool anatomy = jaw.solid->is_anatomy(face);
  const Rgb surface = lit(surface_colour(jaw, hit, anatomy), light);
  const std::optional<ContactKind> kind = anatomy ? kind_at(record, hit) : std::nullopt;
  // Paint takes less of the light's shades: its colour is a word that the legend must give back.
  return kind ? lit(compass_colour(*kind), 0.7 + 0.3 * light) : surface;
}

Picture render(const PosedJaw& jaw, const SurfaceRecord& record, const JawView& view,
               const PictureGrid& grid) {
  const FirstHits hits = first_hits(*jaw.solid, view.view_from_case * jaw.case_from_solid, grid);
  const Eigen::Matrix3d turn = view.view_from_case.linear();
  return mean_of_samples(grid,
                         [&](std::size_t sample) { return colour_at(jaw, record, turn, hits, sample); });
}

void draw_compass_legend(Picture& picture, int x, int y) {
  draw_text(picture, x, y, "Contact by movement", {.size_px = 20, .bold = true});
  const std::array<std::pair<ContactKind, const char*>, 6> entries = {
      {{ContactKind::closing, "closing"},
       {ContactKind::protrusion, "protrusion: forwards"},
       {ContactKind::retrusion, "retrusion: backwards"},
       {ContactKind::working, "working side: sideways, on the side that the jaw has gone to"},
       {ContactKind::balancing, "balancing side: sideways, on the other side"},
       {ContactKind::rest, "at rest, while opening, or in no known movement only"}}};
  int top = y + 44;
  for (const auto& [kind, text] : entries)
    top += draw_swatch(picture, x, top, wide_legend_px, compass_colour(kind), text) + 4;
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  draw_lines(
      picture, x, top + 8,
      wrapped("Where several movements had contact, the one that held it longest.", wide_legend_px, small),
      22, small);
}

//! What the numbers behind the picture are.
std::string small_print(const Playback& playback, const Provenance& provenance) {
  const std::string part =
      playback.stopped_at_s ? fmt::format(" Stopped at {:.3f} s.", *playback.stopped_at_s) : "";
  return fmt::format(
      "{} poses from {:.3f} to {:.3f} s.{} {} {} {} For research and planning support; not a "
      "diagnosis.",
      playback.moments.size(), playback.moments.front().time_s, playback.moments.back().time_s, part,
      contact_sentence({playback.options.threshold_mm}), movement_sentence(),
      provenance_sentence(provenance));
}

}  // namespace

Rgb compass_colour(ContactKind kind) {
  switch (kind) {
    case ContactKind::closing:
      return {213, 94, 0};
    case ContactKind::protrusion:
      return {0, 158, 115};
    case ContactKind::retrusion:
      return {204, 121, 167};
    case ContactKind::working:
      return {0, 114, 178};
    case ContactKind::balancing:
      return {240, 200, 20};
    default:
      return {128, 128, 128};
  }
}

Picture compass_picture(const Playback& playback, const PosedJaw& jaw, const SurfaceRecord& record,
                        const JawView& view, const Provenance& provenance) {
  const PictureGrid grid = frame_of(view, {&jaw});
  Picture surface = render(jaw, record, view, grid);
  const double pixels_per_mm = picture_pixels_per_mm(grid);
  if (view.tooth_numbers) {
    draw_tooth_numbers(surface, jaw, view.view_from_case,
                       {.x_mm = grid.x0_mm, .y_mm = grid.y0_mm, .pixels_per_mm = pixels_per_mm});
  }
  const TextStyle small{.size_px = 17, .colour = pale_ink};
  const int text_px = sides_px + surface.width + sides_px + wide_legend_px;
  const std::vector<std::string> print = wrapped(small_print(playback, provenance), text_px, small);
  constexpr int line_px = 23, scale_bar_px = 46, least_legend_px = 480;
  const int body_px = std::max(ends_px + surface.height + ends_px + scale_bar_px, least_legend_px);
  Picture picture(text_px + 2 * margin_px,
                  title_px + body_px + static_cast<int>(print.size()) * line_px + margin_px);
  const int x = margin_px + sides_px, y = title_px + ends_px;
  paste(picture, surface, x, y);
  draw_text(picture, margin_px, 22, jaw.upper ? "Occlusal compass, upper jaw" : "Occlusal compass, lower jaw",
            {.size_px = 30, .bold = true});
  draw_text(picture, margin_px, 64, view.direction, {.size_px = 19, .colour = pale_ink});
  draw_sides(picture, x, y, surface.width, surface.height,
             patient_sides(view.view_from_case, playback.anatomy.axes));
  draw_scale_bar(picture, x, y + surface.height + 38, pixels_per_mm, surface.width);
  draw_compass_legend(picture, x + surface.width + sides_px + 12, title_px);
  draw_lines(picture, margin_px, title_px + body_px, print, line_px, small);
  return picture;
}

}  // namespace intercusp
