#include "io/results/bite/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/language/language.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/pixel_canvas.h"
#include "io/results/bite/words.h"
#include "io/wording/definitions.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

constexpr double pixels_per_mm = 7;
constexpr int between_px = 34, caption_px = 30;

//! A candidate as it is drawn.
struct SeenBite {
  const BiteCandidate& candidate;
  PosedJaw upper, lower;
};

struct Tile {
  JawView view;
  PictureGrid grid;
  Picture picture = {};
};

//! frame_of's window with the scale that all tiles share.
PictureGrid window_of(const JawView& view, const SeenBite& bite) {
  std::vector<const PosedJaw*> jaws = {&bite.lower};
  if (view.upper) jaws.push_back(&bite.upper);
  const PictureGrid frame = frame_of(view, jaws);
  const double scale = frame.pixel_mm * picture_pixels_per_mm(frame) / pixels_per_mm;  // mm of a sample
  const auto samples = [&](int count) {
    return 2 * static_cast<int>(std::ceil(0.5 * count * frame.pixel_mm / scale));
  };
  return {.width = samples(frame.width),
          .height = samples(frame.height),
          .x0_mm = frame.x0_mm,
          .y0_mm = frame.y0_mm,
          .pixel_mm = scale};
}

Rgb colour_at(const PosedJaw& jaw, const FirstHits& hits, std::size_t sample, const Eigen::Matrix3d& turn,
              const std::vector<float>* distance_mm) {
  const std::array<double, 3> weights = weights_of(hits, sample);
  const Face& face = jaw.solid->mesh.faces[static_cast<std::size_t>(hits.face[sample])];
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double distance = 0;
  for (int corner = 0; corner < 3; ++corner) {
    normal += weights[corner] * jaw.normals[face[corner]];
    if (distance_mm != nullptr)
      distance += weights[corner] * static_cast<double>((*distance_mm)[face[corner]]);
  }
  const double light = brightness(turn * normal.normalized());
  const Rgb surface = lit(surface_colour(jaw, {hits.face[sample], weights}), light);
  if (distance_mm == nullptr || !(distance <= bite_contact_mm)) return surface;
  return lit(foil_colour(bite_contact_mm), 0.6 + 0.4 * light);
}

Picture render(const SeenBite& bite, const Tile& tile) {
  const Eigen::Isometry3d& view = tile.view.view_from_case;
  const FirstHits lower = first_hits(*bite.lower.solid, view * bite.lower.case_from_solid, tile.grid);
  FirstHits upper;
  if (tile.view.upper) upper = first_hits(*bite.upper.solid, view * bite.upper.case_from_solid, tile.grid);
  const std::vector<float>* const distance_mm = tile.view.upper ? nullptr : &bite.candidate.lower_mm;
  return mean_of_samples(tile.grid, [&](std::size_t i) {
    if (tile.view.upper && upper.face[i] != no_face &&
        (lower.face[i] == no_face || upper.depth_mm[i] < lower.depth_mm[i]))
      return colour_at(bite.upper, upper, i, view.linear(), nullptr);
    return lower.face[i] == no_face ? white : colour_at(bite.lower, lower, i, view.linear(), distance_mm);
  });
}

std::vector<Tile> tiles_of(const SeenBite& bite, const AnatomicalAxes& axes) {
  const Eigen::Vector3d down = -axes.superior;
  std::vector<Tile> tiles;
  const auto add = [&](const std::string& direction, bool both_jaws, const Eigen::Vector3d& away,
                       const Eigen::Vector3d& downward) {
    const JawView view{.direction = direction,
                       .upper = both_jaws,
                       .lower = true,
                       .view_from_case = orthographic(away, downward)};
    tiles.push_back({view, window_of(view, bite)});
    tiles.back().picture = render(bite, tiles.back());
  };
  add(phrase("seen from the patient's right"), true, axes.left, down);
  add(phrase("frontal view"), true, -axes.anterior, down);
  add(phrase("seen from the patient's left"), true, -axes.left, down);
  add(phrase("lower jaw with contacts, seen from above"), false, down, axes.anterior);
  return tiles;
}

std::string title_of(const FoundBite& found, std::size_t number) {
  return found.candidates.size() == 1 ? phrase("The bite")
                                      : phrase("Bite {} of {}", number, found.candidates.size());
}

std::string figures_text(const BiteCandidate& candidate) {
  return phrase("score {}, {} contacts, overlap {} mm deep", rounded(candidate.score, 3), candidate.contacts,
                rounded(candidate.max_penetration_mm, 3));
}

}  // namespace

Picture candidate_picture(const FoundBite& found, std::size_t number, const Provenance& provenance) {
  const BiteCandidate& candidate = found.candidates[number - 1];
  const SeenBite bite{candidate, posed_jaw(*found.jaws.upper, Jaw::upper, Eigen::Isometry3d::Identity()),
                      posed_jaw(*found.jaws.lower, Jaw::lower, candidate.upper_from_lower)};
  const std::vector<Tile> tiles = tiles_of(bite, *found.anatomy.axes);
  int width = -between_px, height = 0;
  for (const Tile& tile : tiles) {
    width += tile.picture.width + between_px;
    height = std::max(height, tile.picture.height);
  }
  Page page = blank_page(
      {.title = title_of(found, number),
       .view_name = figures_text(candidate),
       .small_print = {phrase("Contacts are marked where the lower's surface is within {} mm of the "
                              "upper.",
                              shortest(bite_contact_mm)) +
                       " " + provenance_sentence(provenance)}},
      {.width = width,
       .height = height + caption_px,
       .sides = {},
       .pixels_per_mm = pixels_per_mm,
       .framed = false},
      0, 0);
  PixelCanvas canvas(page.picture, print_inks_with_halo);
  int x = page.x;
  for (const Tile& tile : tiles) {
    const int y = page.y + caption_px + (height - tile.picture.height) / 2;
    paste(page.picture, tile.picture, x, y);
    canvas.write(x + tile.picture.width / 2.0, page.y, tile.view.direction, {17, {pale_ink}}, Align::centre);
    const PatientSides sides = patient_sides(tile.view.view_from_case, found.anatomy.axes);
    if (sides.left.size() == 1) {  // letters; the other views say their side in words
      canvas.write(x, page.y - 4, sides.left, {24, {ink}, true});
      canvas.write(x + tile.picture.width, page.y - 4, sides.right, {24, {ink}, true}, Align::right);
    }
    x += tile.picture.width + between_px;
  }
  return std::move(page.picture);
}

}  // namespace intercusp
