#include "occlusion/contacts/contacts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "occlusion/case/arch_sides.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/patches.h"
#include "occlusion/contacts/vote.h"
#include "occlusion/geometry/union_find.h"
#include "occlusion/view/viewed_mesh.h"

namespace intercusp {
namespace {

//! What all thresholds have in common of one map.
struct Scene {
  const CountedMap& counted;
  ViewedMesh upper, lower;
  std::vector<float> surface_mm2;
  std::vector<SteepPiece> steep;

  Scene(const CountedMap& map, const Bite& bite)
      : counted(map),
        upper(*bite.upper, Eigen::Isometry3d::Identity(), map.map.frame.projection),
        lower(*bite.lower, bite.upper_from_lower, map.map.frame.projection),
        surface_mm2(lower_surface_per_pixel(map.map, bite)) {
    for (const SteepPiece& piece : steep_pieces(map.map, bite)) {
      if (map.count(piece.pixel)) steep.push_back(piece);
    }
  }
  [[nodiscard]] const MapFrame& frame() const { return counted.map.frame; }
};

//! What all maps have in common.
struct Case {
  const Bite& bite;
  const std::vector<int>& upper_teeth;
  const std::vector<int>& lower_teeth;
  std::optional<ArchSides> arch;
  std::vector<Scene> scenes;
};

//! One pixel's part in the contact.
struct ContactPixel {
  std::size_t map, pixel;
  int patch;  //!< label of the component, 1, 2, … through all maps
  double projected_mm2;
  double surface_mm2;    //!< steep pieces included
  double weight_mm2;     //!< decides whose a patch is; above 0 wherever there is area of any kind
  double clearance_mm3;  //!< integral of the clearance over the projected area
  double variance_mm4;   //!< of the error of surface_mm2
  double least_mm;
  std::int32_t upper_face, lower_face;
  int upper_tooth, lower_tooth;
  Eigen::Vector3d place;  //!< on the lower's surface, case frame
  Sides sides;            //!< 0 without anatomy
};

int tooth_at(const std::vector<int>& teeth, std::int32_t face) {
  return face == no_face || teeth.empty() ? 0 : teeth[static_cast<std::size_t>(face)];
}

//! Depth at (u, v) of the lower's surface; of the upper's where an overlap begins and ends there.
double lower_depth(const Scene& scene, std::int32_t lower, std::int32_t upper, double u, double v) {
  const double reach = scene.frame().grid.pixel_mm;
  if (lower != no_face) return plane_depth(scene.lower.corners(static_cast<std::size_t>(lower)), u, v, reach);
  if (upper != no_face) return plane_depth(scene.upper.corners(static_cast<std::size_t>(upper)), u, v, reach);
  return 0;
}

ContactPixel contact_pixel(const Case& jaws, std::size_t map, const PixelContact& contact, int patch,
                           double steep_mm2) {
  const Scene& scene = jaws.scenes[map];
  const PixelGrid& grid = scene.frame().grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto column = static_cast<int>(contact.pixel % width), row = static_cast<int>(contact.pixel / width);
  const double projected = contact.share * grid.pixel_area_mm2();
  const Eigen::Vector2d centre = grid.centre(column, row);
  const double depth = lower_depth(scene, contact.lower_face, contact.upper_face, centre.x(), centre.y());
  ContactPixel result{.map = map,
                      .pixel = contact.pixel,
                      .patch = patch,
                      .projected_mm2 = projected,
                      .surface_mm2 = contact.surface_mm2 + steep_mm2,
                      .weight_mm2 = projected + steep_mm2,
                      .clearance_mm3 = projected * contact.mean_mm,
                      .variance_mm4 = contact.variance_mm4,
                      .least_mm = contact.least_mm,
                      .upper_face = contact.upper_face,
                      .lower_face = contact.lower_face,
                      .upper_tooth = tooth_at(jaws.upper_teeth, contact.upper_face),
                      .lower_tooth = tooth_at(jaws.lower_teeth, contact.lower_face),
                      .place = scene.frame().case_point(column, row, depth)};
  if (jaws.arch) result.sides = sides_of(*jaws.arch, result.place, result.lower_tooth, result.upper_tooth);
  return result;
}

//! Pixels on which there are steep pieces alone.
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

//! All pixels of one map in contact, in its order; `first_patch` more than the labels that are taken.
std::vector<ContactPixel> contact_pixels(const Case& jaws, std::size_t map, double threshold_mm,
                                         const std::vector<SteepContact>& steep, const Detail* detail,
                                         int first_patch) {
  const Scene& scene = jaws.scenes[map];
  const PixelGrid& grid = scene.frame().grid;
  std::map<std::size_t, double> steep_mm2;
  for (const SteepContact& contact : steep) steep_mm2[contact.pixel] += contact.area_mm2;
  std::vector<PixelContact> pixels = pixel_contacts(scene.counted, scene.surface_mm2, threshold_mm);
  if (detail != nullptr) pixels = with_detail(pixels, *detail);
  pixels = with_steep(std::move(pixels), scene.counted.map, steep_mm2, threshold_mm);

  std::vector<std::uint8_t> mask(grid.size());
  for (const PixelContact& contact : pixels) mask[contact.pixel] = 1;
  const std::vector<int> labels = label_components(mask, grid.width, grid.height);
  std::vector<ContactPixel> contacts;
  for (const PixelContact& contact : pixels) {
    const auto found = steep_mm2.find(contact.pixel);
    contacts.push_back(contact_pixel(jaws, map, contact, first_patch + labels[contact.pixel] - 1,
                                     found == steep_mm2.end() ? 0 : found->second));
  }
  return contacts;
}

//! Patches of different maps that meet are one: those with faces of the lower that share a vertex.
void join_patches(const TriangleMesh& lower, std::vector<ContactPixel>& pixels) {
  int labels = 0;
  for (const ContactPixel& pixel : pixels) labels = std::max(labels, pixel.patch);
  UnionFind sets(static_cast<std::size_t>(labels) + 1);
  struct Seen {
    std::size_t map;
    int patch;
  };
  std::unordered_map<std::uint32_t, Seen> first_at;  // vertex
  for (const ContactPixel& pixel : pixels) {
    if (pixel.lower_face == no_face) continue;
    for (const std::uint32_t vertex : lower.faces[static_cast<std::size_t>(pixel.lower_face)]) {
      const auto [seen, is_new] = first_at.try_emplace(vertex, Seen{pixel.map, pixel.patch});
      if (is_new || seen->second.map == pixel.map) continue;
      sets.join(static_cast<std::uint32_t>(seen->second.patch), static_cast<std::uint32_t>(pixel.patch));
    }
  }
  std::vector<int> number(static_cast<std::size_t>(labels) + 1, 0);
  int next = 0;
  for (ContactPixel& pixel : pixels) {
    int& ours = number[sets.root(static_cast<std::uint32_t>(pixel.patch))];
    if (ours == 0) ours = ++next;
    pixel.patch = ours;
  }
}

//! A patch while its pixels are added.
struct PatchSum {
  ContactPatch patch;
  std::size_t first_map = 0, first_pixel = 0;
  double weight_mm2 = 0, clearance_mm3 = 0;
  Sides sides;  //!< sums times weight
  Eigen::Vector3d first_place = Eigen::Vector3d::Zero();
  Eigen::Vector3d place_by_projected = Eigen::Vector3d::Zero();  //!< sums of places times area
  Eigen::Vector3d place_by_weight = Eigen::Vector3d::Zero();
  Vote upper_tooth, lower_tooth;
};

void add_face(std::vector<std::int32_t>& faces, std::int32_t face) {
  if (face != no_face && (faces.empty() || faces.back() != face)) faces.push_back(face);
}

void add_pixel(const ContactPixel& pixel, PatchSum& sum) {
  if (sum.patch.id == 0) {
    sum.patch.id = pixel.patch;
    sum.first_map = pixel.map;
    sum.first_pixel = pixel.pixel;
    sum.first_place = pixel.place;
    sum.patch.min_clearance_mm = pixel.least_mm;
  }
  ContactPatch& patch = sum.patch;
  patch.projected_mm2 += pixel.projected_mm2;
  patch.surface_mm2 += pixel.surface_mm2;
  patch.min_clearance_mm = std::min(patch.min_clearance_mm, pixel.least_mm);
  add_face(patch.lower_faces, pixel.lower_face);
  add_face(patch.upper_faces, pixel.upper_face);
  sum.weight_mm2 += pixel.weight_mm2;
  sum.clearance_mm3 += pixel.clearance_mm3;
  sum.place_by_projected += pixel.projected_mm2 * pixel.place;
  sum.place_by_weight += pixel.weight_mm2 * pixel.place;
  sum.sides.left += pixel.weight_mm2 * pixel.sides.left;
  sum.sides.anterior += pixel.weight_mm2 * pixel.sides.anterior;
  sum.upper_tooth.add(pixel.upper_tooth, pixel.weight_mm2);
  sum.lower_tooth.add(pixel.lower_tooth, pixel.weight_mm2);
}

//! The middle of the patch, moved along the direction of its first pixel's map onto the lower.
Eigen::Vector3d centroid_of(const Case& jaws, const PatchSum& sum) {
  Eigen::Vector3d place = sum.first_place;
  if (sum.weight_mm2 > 0) place = sum.place_by_weight / sum.weight_mm2;
  if (sum.patch.projected_mm2 > 0) place = sum.place_by_projected / sum.patch.projected_mm2;
  const Scene& scene = jaws.scenes[sum.first_map];
  const PixelGrid& grid = scene.frame().grid;
  Eigen::Vector3d seen = scene.frame().projection.map(place);
  const auto column = static_cast<int>(std::floor((seen.x() - grid.u0_mm) / grid.pixel_mm));
  const auto row = static_cast<int>(std::floor((seen.y() - grid.v0_mm) / grid.pixel_mm));
  const std::size_t pixel =
      grid.index(std::clamp(column, 0, grid.width - 1), std::clamp(row, 0, grid.height - 1));
  const std::int32_t lower = scene.counted.map.lower_face[pixel];
  if (lower != no_face) seen.z() = lower_depth(scene, lower, no_face, seen.x(), seen.y());
  return scene.frame().projection.unmap(seen);
}

void sort_once(std::vector<std::int32_t>& faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

void finish(const Case& jaws, double threshold_mm, PatchSum& sum) {
  ContactPatch& patch = sum.patch;
  patch.threshold_mm = threshold_mm;
  patch.lower_tooth = sum.lower_tooth.winner();
  patch.upper_tooth = sum.upper_tooth.winner();
  patch.centroid_mm = centroid_of(jaws, sum);
  patch.mean_clearance_mm =
      patch.projected_mm2 > 0 ? sum.clearance_mm3 / patch.projected_mm2 : patch.min_clearance_mm;
  if (jaws.arch) {
    const double whole = sum.weight_mm2 > 0 ? sum.weight_mm2 : 1;
    patch.region = region_of({.left = sum.sides.left / whole, .anterior = sum.sides.anterior / whole});
  }
  sort_once(patch.lower_faces);
  sort_once(patch.upper_faces);
}

//! The patches by size, numbered from 1. \param steep per map
std::vector<ContactPatch> patches_of(const Case& jaws, const std::vector<ContactPixel>& pixels,
                                     const std::vector<std::vector<SteepContact>>& steep,
                                     double threshold_mm) {
  using Place = std::pair<std::size_t, std::size_t>;  // map, pixel
  std::vector<PatchSum> sums;
  std::map<Place, std::size_t> patch_of_steep;
  for (std::size_t map = 0; map < steep.size(); ++map) {
    for (const SteepContact& contact : steep[map]) patch_of_steep[{map, contact.pixel}] = 0;
  }
  for (const ContactPixel& pixel : pixels) {
    const auto patch = static_cast<std::size_t>(pixel.patch) - 1;
    if (patch >= sums.size()) sums.resize(patch + 1);
    add_pixel(pixel, sums[patch]);
    const auto found = patch_of_steep.find({pixel.map, pixel.pixel});
    if (found != patch_of_steep.end()) found->second = patch;
  }
  for (std::size_t map = 0; map < steep.size(); ++map) {
    for (const SteepContact& contact : steep[map]) {
      sums[patch_of_steep.at({map, contact.pixel})].patch.lower_faces.push_back(contact.lower_face);
    }
  }
  for (PatchSum& sum : sums) finish(jaws, threshold_mm, sum);
  std::sort(sums.begin(), sums.end(), [](const PatchSum& a, const PatchSum& b) {
    return std::make_tuple(-a.patch.projected_mm2, a.first_map, a.first_pixel) <
           std::make_tuple(-b.patch.projected_mm2, b.first_map, b.first_pixel);
  });
  std::vector<ContactPatch> patches;
  for (PatchSum& sum : sums) patches.push_back(std::move(sum.patch));
  return patches;
}

AreaTotal total_of(bool sided, const std::vector<ContactPixel>& pixels, double threshold_mm,
                   std::size_t contacts, const std::vector<Detail>* details) {
  AreaTotal total{.threshold_mm = threshold_mm, .contacts = contacts};
  if (details != nullptr) {
    double squares = 0;  // the maps err each by itself
    for (const Detail& detail : *details) squares += std::pow(detail.surface_error_mm2, 2);
    total.error_mm2 = std::sqrt(squares);
  }
  double left = 0, anterior = 0;
  for (const ContactPixel& pixel : pixels) {
    total.projected_mm2 += pixel.projected_mm2;
    total.surface_mm2 += pixel.surface_mm2;
    left += pixel.projected_mm2 * pixel.sides.left;
    anterior += pixel.projected_mm2 * pixel.sides.anterior;
  }
  if (sided && total.projected_mm2 > 0) {
    total.left_share = left / total.projected_mm2;
    total.right_share = 1 - *total.left_share;
    total.anterior_share = anterior / total.projected_mm2;
    total.posterior_share = 1 - *total.anterior_share;
  }
  return total;
}

//! One line of a table while its pixels are added.
struct TableLine {
  double projected_mm2 = 0, surface_mm2 = 0, variance_mm4 = 0;
  double least_mm = std::numeric_limits<double>::infinity();
  std::set<int> patches;
  int last_patch = 0;  // of the pixel before, mostly the same

  void add(const ContactPixel& pixel) {
    projected_mm2 += pixel.projected_mm2;
    surface_mm2 += pixel.surface_mm2;
    variance_mm4 += pixel.variance_mm4;
    least_mm = std::min(least_mm, pixel.least_mm);
    if (pixel.patch != last_patch) patches.insert(pixel.patch);
    last_patch = pixel.patch;
  }
};

void add_teeth(const std::vector<ContactPixel>& pixels, int ContactPixel::*tooth, double threshold_mm,
               std::vector<ToothContact>& teeth) {
  std::map<int, TableLine> lines;
  for (const ContactPixel& pixel : pixels) {
    if (pixel.*tooth != 0) lines[pixel.*tooth].add(pixel);
  }
  for (const auto& [number, line] : lines) {
    teeth.push_back({.threshold_mm = threshold_mm,
                     .tooth = number,
                     .contacts = line.patches.size(),
                     .projected_mm2 = line.projected_mm2,
                     .surface_mm2 = line.surface_mm2,
                     .min_clearance_mm = line.least_mm,
                     .error_mm2 = 2 * std::sqrt(line.variance_mm4)});
  }
}

void add_pairs(const std::vector<ContactPixel>& pixels, double threshold_mm,
               std::vector<ToothPairContact>& pairs) {
  std::map<std::pair<int, int>, TableLine> lines;
  for (const ContactPixel& pixel : pixels) {
    if (pixel.upper_tooth == 0 || pixel.lower_tooth == 0) continue;
    lines[{pixel.upper_tooth, pixel.lower_tooth}].add(pixel);
  }
  for (const auto& [teeth, line] : lines) {
    pairs.push_back({.threshold_mm = threshold_mm,
                     .upper_tooth = teeth.first,
                     .lower_tooth = teeth.second,
                     .projected_mm2 = line.projected_mm2,
                     .surface_mm2 = line.surface_mm2,
                     .min_clearance_mm = line.least_mm});
  }
}

void append(ContactReport& report, ContactReport&& part) {
  const auto move_all = [](auto& to, auto& from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  move_all(report.areas, part.areas);
  move_all(report.patches, part.patches);
  move_all(report.teeth, part.teeth);
  move_all(report.pairs, part.pairs);
}

ContactReport contacts_at(const Case& jaws, double threshold_mm, const std::vector<Detail>* details) {
  std::vector<ContactPixel> pixels;
  std::vector<std::vector<SteepContact>> steep;
  for (std::size_t map = 0; map < jaws.scenes.size(); ++map) {
    int labels = 0;
    for (const ContactPixel& pixel : pixels) labels = std::max(labels, pixel.patch);
    steep.push_back(steep_contacts(jaws.scenes[map].steep, threshold_mm));
    const std::vector<ContactPixel> more = contact_pixels(jaws, map, threshold_mm, steep.back(),
                                                          details ? &(*details)[map] : nullptr, labels + 1);
    pixels.insert(pixels.end(), more.begin(), more.end());
  }
  if (jaws.scenes.size() > 1) join_patches(jaws.bite.lower->mesh, pixels);
  ContactReport report;
  report.patches = patches_of(jaws, pixels, steep, threshold_mm);
  report.areas.push_back(
      total_of(jaws.arch.has_value(), pixels, threshold_mm, report.patches.size(), details));
  add_teeth(pixels, &ContactPixel::upper_tooth, threshold_mm, report.teeth);
  add_teeth(pixels, &ContactPixel::lower_tooth, threshold_mm, report.teeth);
  add_pairs(pixels, threshold_mm, report.pairs);
  return report;
}

}  // namespace

ContactReport find_contacts(std::span<const CountedMap> maps, const Bite& bite,
                            const std::vector<double>& thresholds_mm, const std::vector<int>& upper_teeth,
                            const std::vector<int>& lower_teeth, const std::optional<AnatomicalAxes>& axes,
                            const std::vector<std::vector<Detail>>& details) {
  Case jaws{.bite = bite,
            .upper_teeth = upper_teeth,
            .lower_teeth = lower_teeth,
            .arch = axes ? std::optional(arch_sides(bite, *axes)) : std::nullopt,
            .scenes = {}};
  for (const CountedMap& map : maps) jaws.scenes.emplace_back(map, bite);
  std::vector<ContactReport> parts(thresholds_mm.size());
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
    parts[i] = contacts_at(jaws, thresholds_mm[i], details.empty() ? nullptr : &details[i]);
  });
  ContactReport report;
  for (ContactReport& part : parts) append(report, std::move(part));
  for (std::size_t i = 0; i < report.patches.size(); ++i) report.patches[i].id = static_cast<int>(i) + 1;
  return report;
}

}  // namespace intercusp
