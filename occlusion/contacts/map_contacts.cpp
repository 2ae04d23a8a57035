#include "occlusion/contacts/map_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "occlusion/base/for_all.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/contact_tally.h"
#include "occlusion/geometry/adjacency.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! A map with what is derived from it for all thresholds.
struct MeasuredMap {
  const CountedMap& counted;
  ViewedMesh upper, lower;
  std::vector<float> surface_mm2;
  std::vector<SteepPiece> steep;

  MeasuredMap(const CountedMap& map, const Bite& bite)
      : counted(map),
        upper(*bite.upper, Eigen::Isometry3d::Identity(), map.map.view.view_from_case),
        lower(*bite.lower, bite.upper_from_lower, map.map.view.view_from_case),
        surface_mm2(lower_surface_per_pixel(map.map, bite)) {
    for (const SteepPiece& piece : steep_pieces(map.map, bite)) {
      if (map.count(piece.pixel)) steep.push_back(piece);
    }
  }
  [[nodiscard]] const View& view() const { return counted.map.view; }
};

struct MeasuredBite {
  const TriangleMesh& lower;
  const std::vector<int>& upper_teeth;
  const std::vector<int>& lower_teeth;
  std::optional<ArchSides> arch;
  std::vector<MeasuredMap> maps;
};

//! A pixel in contact, and the patch that it belongs to.
struct LabelledPixel {
  std::size_t map;
  int patch;  //!< from 0, across all maps
  PixelContact contact;
  double steep_mm2;  //!< area of steep pieces on it

  [[nodiscard]] std::pair<std::size_t, std::size_t> order() const { return {map, contact.pixel}; }
};

int tooth_at(const std::vector<int>& teeth, std::int32_t face) {
  return face == no_face || teeth.empty() ? 0 : teeth[static_cast<std::size_t>(face)];
}

//! Depth of the lower's surface at (u, v); of the upper's if an overlap begins and ends there.
double lower_depth(const MeasuredMap& map, std::int32_t lower, std::int32_t upper, double u, double v) {
  const double reach = map.view().grid.pixel_mm;
  if (lower != no_face) return plane_depth(map.lower.corners(static_cast<std::size_t>(lower)), u, v, reach);
  if (upper != no_face) return plane_depth(map.upper.corners(static_cast<std::size_t>(upper)), u, v, reach);
  return 0;
}

ContactSample sample_of(const MeasuredBite& bite, const LabelledPixel& labelled) {
  const PixelContact& contact = labelled.contact;
  const MeasuredMap& map = bite.maps[labelled.map];
  const PixelGrid& grid = map.view().grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto column = static_cast<int>(contact.pixel % width), row = static_cast<int>(contact.pixel / width);
  const Eigen::Vector2d centre = grid.centre(column, row);
  const double depth = lower_depth(map, contact.lower_face, contact.upper_face, centre.x(), centre.y());
  const double projected = contact.share * grid.pixel_area_mm2();
  ContactSample sample{.patch = labelled.patch,
                       .tooth = tooth_at(bite.lower_teeth, contact.lower_face),
                       .face = contact.lower_face,
                       .projected_mm2 = projected,
                       .surface_mm2 = contact.surface_mm2 + labelled.steep_mm2,
                       .weight_mm2 = projected + labelled.steep_mm2,
                       .mean_mm = contact.mean_mm,
                       .least_mm = contact.least_mm,
                       .variance_mm4 = contact.variance_mm4,
                       .place = map.view().case_point(column, row, depth),
                       .opposing = {},
                       .opposing_count = 1};
  OpposingPart& opposing = sample.opposing[0];
  opposing = {.tooth = tooth_at(bite.upper_teeth, contact.upper_face),
              .face = contact.upper_face,
              .projected_mm2 = sample.projected_mm2,
              .surface_mm2 = sample.surface_mm2,
              .weight_mm2 = sample.weight_mm2,
              .sides = {}};
  if (bite.arch) opposing.sides = sides_of(*bite.arch, sample.place, sample.tooth, opposing.tooth);
  return sample;
}

//! Adds the pixels that only steep pieces bring into contact.
std::vector<PixelContact> with_steep(std::vector<PixelContact> contacts, const ClearanceMap& map,
                                     const std::map<std::size_t, double>& steep_mm2, double threshold_mm) {
  std::vector<PixelContact> steep, all;
  for (const auto& [pixel, area] : steep_mm2) {
    steep.push_back({.pixel = pixel,
                     .least_mm = std::min(static_cast<double>(map.clearance_mm[pixel]), threshold_mm),
                     .upper_face = map.upper_face[pixel],
                     .lower_face = map.lower_face[pixel]});
  }
  const auto before = [](const PixelContact& a, const PixelContact& b) { return a.pixel < b.pixel; };
  std::set_union(contacts.begin(), contacts.end(), steep.begin(), steep.end(), std::back_inserter(all),
                 before);
  return all;
}

//! All pixels of one map that are in contact, in the map's order. Patches are numbered from `first_patch`.
std::vector<LabelledPixel> labelled_pixels(const MeasuredBite& bite, std::size_t map, double threshold_mm,
                                           const std::vector<SteepContact>& steep,
                                           const RefinedTiles* refined, int first_patch) {
  const MeasuredMap& measured = bite.maps[map];
  const PixelGrid& grid = measured.view().grid;
  std::map<std::size_t, double> steep_mm2;
  for (const SteepContact& contact : steep) steep_mm2[contact.pixel] += contact.area_mm2;
  std::vector<PixelContact> pixels = pixel_contacts(measured.counted, measured.surface_mm2, threshold_mm);
  if (refined != nullptr) pixels = with_refined(pixels, *refined);
  pixels = with_steep(std::move(pixels), measured.counted.map, steep_mm2, threshold_mm);

  std::vector<std::uint8_t> mask(grid.size());
  for (const PixelContact& contact : pixels) mask[contact.pixel] = 1;
  const std::vector<int> labels = label_components(mask, grid.width, grid.height);
  std::vector<LabelledPixel> labelled;
  for (const PixelContact& contact : pixels) {
    const auto found = steep_mm2.find(contact.pixel);
    labelled.push_back({.map = map,
                        .patch = first_patch + labels[contact.pixel] - 1,
                        .contact = contact,
                        .steep_mm2 = found == steep_mm2.end() ? 0 : found->second});
  }
  return labelled;
}

int patch_count(const std::vector<LabelledPixel>& pixels) {
  int count = 0;
  for (const LabelledPixel& pixel : pixels) count = std::max(count, pixel.patch + 1);
  return count;
}

//! Joins patches of different maps if their lower faces share a vertex.
void join_patches(const TriangleMesh& lower, std::vector<LabelledPixel>& pixels) {
  const auto patches = static_cast<std::size_t>(patch_count(pixels));
  UnionFind sets(patches);
  struct Seen {
    std::size_t map;
    int patch;
  };
  std::unordered_map<std::uint32_t, Seen> first_at;  // by vertex
  for (const LabelledPixel& pixel : pixels) {
    if (pixel.contact.lower_face == no_face) continue;
    for (const std::uint32_t vertex : lower.faces[static_cast<std::size_t>(pixel.contact.lower_face)]) {
      const auto [seen, is_new] = first_at.try_emplace(vertex, Seen{pixel.map, pixel.patch});
      if (is_new || seen->second.map == pixel.map) continue;
      sets.join(static_cast<std::uint32_t>(seen->second.patch), static_cast<std::uint32_t>(pixel.patch));
    }
  }
  std::vector<int> number(patches, -1);
  int next = 0;
  for (LabelledPixel& pixel : pixels) {
    int& ours = number[sets.root(static_cast<std::uint32_t>(pixel.patch))];
    if (ours < 0) ours = next++;
    pixel.patch = ours;
  }
}

//! Moves the middle of a patch along a map's direction onto the lower.
Eigen::Vector3d onto_lower(const MeasuredMap& map, const Eigen::Vector3d& middle) {
  const PixelGrid& grid = map.view().grid;
  Eigen::Vector3d seen = map.view().view_from_case * middle;
  const auto column = static_cast<int>(std::floor((seen.x() - grid.u0_mm) / grid.pixel_mm));
  const auto row = static_cast<int>(std::floor((seen.y() - grid.v0_mm) / grid.pixel_mm));
  const std::size_t pixel =
      grid.index(std::clamp(column, 0, grid.width - 1), std::clamp(row, 0, grid.height - 1));
  const std::int32_t lower = map.counted.map.lower_face[pixel];
  if (lower != no_face) seen.z() = lower_depth(map, lower, no_face, seen.x(), seen.y());
  return map.view().view_from_case.inverse(Eigen::Isometry) * seen;
}

//! Middles of all patches, each moved along the direction of the map that holds the patch's first pixel.
std::vector<Eigen::Vector3d> places_of(const MeasuredBite& bite, const std::vector<LabelledPixel>& pixels,
                                       std::vector<Eigen::Vector3d> middles) {
  std::size_t next = 0;  // patches are numbered by their first pixels
  for (const LabelledPixel& pixel : pixels) {
    if (static_cast<std::size_t>(pixel.patch) != next) continue;
    middles[next] = onto_lower(bite.maps[pixel.map], middles[next]);
    ++next;
  }
  return middles;
}

//! Total error; the errors of the maps are independent.
std::optional<double> error_of(const std::vector<RefinedTiles>* refined) {
  if (refined == nullptr) return std::nullopt;
  double squares = 0;
  for (const RefinedTiles& tiles : *refined) squares += std::pow(tiles.surface_error_mm2, 2);
  return std::sqrt(squares);
}

ContactTable contacts_at(const MeasuredBite& bite, double threshold_mm,
                         const std::vector<RefinedTiles>* refined) {
  std::vector<LabelledPixel> pixels;
  std::vector<std::vector<SteepContact>> steep;
  for (std::size_t map = 0; map < bite.maps.size(); ++map) {
    steep.push_back(steep_contacts(bite.maps[map].steep, threshold_mm));
    const std::vector<LabelledPixel> more = labelled_pixels(
        bite, map, threshold_mm, steep.back(), refined ? &(*refined)[map] : nullptr, patch_count(pixels));
    pixels.insert(pixels.end(), more.begin(), more.end());
  }
  if (bite.maps.size() > 1) join_patches(bite.lower, pixels);

  ContactTally tally(Measure::clearance, threshold_mm, bite.arch.has_value());
  for (const LabelledPixel& pixel : pixels) tally.add(sample_of(bite, pixel));
  for (std::size_t map = 0; map < steep.size(); ++map) {
    for (const SteepContact& contact : steep[map]) {
      const auto at = std::lower_bound(
          pixels.begin(), pixels.end(), std::pair(map, contact.pixel),
          [](const LabelledPixel& pixel, const auto& place) { return pixel.order() < place; });
      tally.add_face(at->patch, contact.lower_face);
    }
  }
  return tally.table(places_of(bite, pixels, tally.middles()), error_of(refined));
}

}  // namespace

ContactTable map_contacts(std::span<const CountedMap> maps, const Bite& bite,
                          const std::vector<double>& thresholds_mm, const std::vector<int>& upper_teeth,
                          const std::vector<int>& lower_teeth, const std::optional<AnatomicalAxes>& axes,
                          const std::vector<std::vector<RefinedTiles>>& refined) {
  MeasuredBite measured{.lower = bite.lower->mesh,
                        .upper_teeth = upper_teeth,
                        .lower_teeth = lower_teeth,
                        .arch = axes ? std::optional(arch_sides(bite, *axes)) : std::nullopt,
                        .maps = {}};
  for (const CountedMap& map : maps) measured.maps.emplace_back(map, bite);
  std::vector<ContactTable> parts(thresholds_mm.size());
  for_all(std::size_t{0}, parts.size(), [&](std::size_t i) {
    parts[i] = contacts_at(measured, thresholds_mm[i], refined.empty() ? nullptr : &refined[i]);
  });
  return joined(Measure::clearance, std::move(parts));
}

std::vector<int> label_components(std::span<const std::uint8_t> mask, int width, int /*height*/) {
  const auto across = static_cast<std::size_t>(width);
  UnionFind components(mask.size());
  for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
    if (mask[pixel] == 0) continue;
    const auto join = [&](std::size_t before) {
      if (mask[before] != 0)
        components.join(static_cast<std::uint32_t>(pixel), static_cast<std::uint32_t>(before));
    };
    const std::size_t column = pixel % across;
    if (column > 0) join(pixel - 1);
    if (pixel < across) continue;
    if (column > 0) join(pixel - across - 1);
    join(pixel - across);
    if (column + 1 < across) join(pixel - across + 1);
  }
  std::vector<int> labels(mask.size(), 0);
  int next = 0;
  for (std::size_t pixel = 0; pixel < mask.size(); ++pixel) {
    if (mask[pixel] == 0) continue;
    const std::size_t first = components.root(static_cast<std::uint32_t>(pixel));  // the root is the smallest
    labels[pixel] = first == pixel ? ++next : labels[first];
  }
  return labels;
}

}  // namespace intercusp
