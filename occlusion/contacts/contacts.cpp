#include "occlusion/contacts/contacts.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "occlusion/contacts/arch_sides.h"
#include "occlusion/contacts/areas.h"
#include "occlusion/contacts/patches.h"
#include "occlusion/contacts/pixel_field.h"
#include "occlusion/contacts/vote.h"
#include "occlusion/projection/viewed_mesh.h"

namespace intercusp {
namespace {

//! What all thresholds have in common.
struct Scene {
  const ClearanceMap& map;
  const std::vector<int>& upper_teeth;
  const std::vector<int>& lower_teeth;
  ViewedMesh upper, lower;
  std::vector<float> surface_mm2;
  std::vector<SteepPiece> steep;
  std::optional<ArchSides> arch;
};

//! One pixel's part in the contact.
struct ContactPixel {
  std::size_t pixel;
  int patch;  //!< label of the component
  double projected_mm2;
  double surface_mm2;    //!< steep pieces included
  double weight_mm2;     //!< decides whose a patch is; above 0 wherever there is area of any kind
  double clearance_mm3;  //!< integral of the clearance over the projected area
  double least_mm;
  int upper_tooth, lower_tooth;
  Eigen::Vector3d seen;  //!< u, v, depth of the lower's surface
  Sides sides;           //!< 0 without anatomy
};

int tooth_at(const std::vector<int>& teeth, std::int32_t face) {
  return face == no_face || teeth.empty() ? 0 : teeth[static_cast<std::size_t>(face)];
}

//! Depth of the lower's surface at (u, v) as the pixel names it; of the upper's where an overlap begins and
//! ends there.
double lower_depth(const Scene& scene, std::size_t pixel, double u, double v) {
  const std::int32_t lower = scene.map.lower_face[pixel];
  const std::int32_t upper = scene.map.upper_face[pixel];
  const double reach = scene.map.frame.grid.pixel_mm;
  if (lower != no_face) return plane_depth(scene.lower.corners(static_cast<std::size_t>(lower)), u, v, reach);
  if (upper != no_face) return plane_depth(scene.upper.corners(static_cast<std::size_t>(upper)), u, v, reach);
  return 0;
}

void set_sides(const Scene& scene, ContactPixel& contact) {
  if (!scene.arch) return;
  contact.sides = sides_of(*scene.arch, scene.map.frame.projection.unmap(contact.seen), contact.lower_tooth,
                           contact.upper_tooth);
}

ContactPixel contact_pixel(const Scene& scene, std::size_t pixel, int patch, double threshold_mm, float share,
                           double steep_mm2) {
  const PixelGrid& grid = scene.map.frame.grid;
  const auto width = static_cast<std::size_t>(grid.width);
  const auto column = static_cast<int>(pixel % width);
  const auto row = static_cast<int>(pixel / width);
  const double projected = share * grid.pixel_area_mm2();
  const Eigen::Vector2d centre = grid.centre(column, row);
  ContactPixel contact{
      .pixel = pixel,
      .patch = patch,
      .projected_mm2 = projected,
      .surface_mm2 = static_cast<double>(share) * scene.surface_mm2[pixel] + steep_mm2,
      .weight_mm2 = projected + steep_mm2,
      .clearance_mm3 =
          share > 0 ? projected * PixelField::at(scene.map, column, row).clip(threshold_mm).mean : 0,
      .least_mm = std::min(static_cast<double>(scene.map.clearance_mm[pixel]), threshold_mm),
      .upper_tooth = tooth_at(scene.upper_teeth, scene.map.upper_face[pixel]),
      .lower_tooth = tooth_at(scene.lower_teeth, scene.map.lower_face[pixel]),
      .seen = {centre.x(), centre.y(), lower_depth(scene, pixel, centre.x(), centre.y())}};
  set_sides(scene, contact);
  return contact;
}

//! All pixels in contact, in the map's order.
std::vector<ContactPixel> contact_pixels(const Scene& scene, double threshold_mm,
                                         const std::vector<SteepContact>& steep) {
  const PixelGrid& grid = scene.map.frame.grid;
  const std::vector<float> shares = contact_shares(scene.map, threshold_mm);
  std::map<std::size_t, double> steep_mm2;
  for (const SteepContact& contact : steep) steep_mm2[contact.pixel] += contact.area_mm2;

  std::vector<std::uint8_t> mask(grid.size());
  for (std::size_t pixel = 0; pixel < grid.size(); ++pixel) {
    mask[pixel] = shares[pixel] > 0 || scene.map.clearance_mm[pixel] <= threshold_mm;
  }
  for (const auto& [pixel, area] : steep_mm2) mask[pixel] = 1;
  const std::vector<int> labels = label_components(mask, grid.width, grid.height);

  std::vector<ContactPixel> contacts;
  for (std::size_t pixel = 0; pixel < grid.size(); ++pixel) {
    if (labels[pixel] == 0) continue;
    const auto found = steep_mm2.find(pixel);
    contacts.push_back(contact_pixel(scene, pixel, labels[pixel], threshold_mm, shares[pixel],
                                     found == steep_mm2.end() ? 0 : found->second));
  }
  return contacts;
}

//! A patch while its pixels are added.
struct PatchSum {
  ContactPatch patch;
  std::size_t first_pixel = 0;
  double weight_mm2 = 0, clearance_mm3 = 0;
  Sides sides;  //!< sums times weight
  Eigen::Vector3d first_seen = Eigen::Vector3d::Zero();
  Eigen::Vector3d seen_by_projected = Eigen::Vector3d::Zero();  //!< sums of u, v, depth times area
  Eigen::Vector3d seen_by_weight = Eigen::Vector3d::Zero();
  Vote upper_tooth, lower_tooth;
};

void add_face(std::vector<std::int32_t>& faces, std::int32_t face) {
  if (face != no_face && (faces.empty() || faces.back() != face)) faces.push_back(face);
}

void add_pixel(const Scene& scene, const ContactPixel& pixel, PatchSum& sum) {
  if (sum.patch.id == 0) {
    sum.patch.id = pixel.patch;
    sum.first_pixel = pixel.pixel;
    sum.first_seen = pixel.seen;
    sum.patch.min_clearance_mm = pixel.least_mm;
  }
  ContactPatch& patch = sum.patch;
  patch.projected_mm2 += pixel.projected_mm2;
  patch.surface_mm2 += pixel.surface_mm2;
  patch.min_clearance_mm = std::min(patch.min_clearance_mm, pixel.least_mm);
  add_face(patch.lower_faces, scene.map.lower_face[pixel.pixel]);
  add_face(patch.upper_faces, scene.map.upper_face[pixel.pixel]);
  sum.weight_mm2 += pixel.weight_mm2;
  sum.clearance_mm3 += pixel.clearance_mm3;
  sum.seen_by_projected += pixel.projected_mm2 * pixel.seen;
  sum.seen_by_weight += pixel.weight_mm2 * pixel.seen;
  sum.sides.left += pixel.weight_mm2 * pixel.sides.left;
  sum.sides.anterior += pixel.weight_mm2 * pixel.sides.anterior;
  sum.upper_tooth.add(pixel.upper_tooth, pixel.weight_mm2);
  sum.lower_tooth.add(pixel.lower_tooth, pixel.weight_mm2);
}

Eigen::Vector3d centroid_of(const Scene& scene, const PatchSum& sum) {
  Eigen::Vector3d seen = sum.first_seen;
  if (sum.weight_mm2 > 0) seen = sum.seen_by_weight / sum.weight_mm2;
  if (sum.patch.projected_mm2 > 0) seen = sum.seen_by_projected / sum.patch.projected_mm2;
  const PixelGrid& grid = scene.map.frame.grid;
  const auto column = static_cast<int>(std::floor((seen.x() - grid.u0_mm) / grid.pixel_mm));
  const auto row = static_cast<int>(std::floor((seen.y() - grid.v0_mm) / grid.pixel_mm));
  const std::size_t pixel =
      grid.index(std::clamp(column, 0, grid.width - 1), std::clamp(row, 0, grid.height - 1));
  if (scene.map.lower_face[pixel] != no_face) seen.z() = lower_depth(scene, pixel, seen.x(), seen.y());
  return scene.map.frame.projection.unmap(seen);
}

void sort_once(std::vector<std::int32_t>& faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

void finish(const Scene& scene, double threshold_mm, PatchSum& sum) {
  ContactPatch& patch = sum.patch;
  patch.threshold_mm = threshold_mm;
  patch.lower_tooth = sum.lower_tooth.winner();
  patch.upper_tooth = sum.upper_tooth.winner();
  patch.centroid_mm = centroid_of(scene, sum);
  patch.mean_clearance_mm =
      patch.projected_mm2 > 0 ? sum.clearance_mm3 / patch.projected_mm2 : patch.min_clearance_mm;
  if (scene.arch) {
    const double whole = sum.weight_mm2 > 0 ? sum.weight_mm2 : 1;
    patch.region = region_of({.left = sum.sides.left / whole, .anterior = sum.sides.anterior / whole});
  }
  sort_once(patch.lower_faces);
  sort_once(patch.upper_faces);
}

//! The patches by size, numbered from 1.
std::vector<ContactPatch> patches_of(const Scene& scene, const std::vector<ContactPixel>& pixels,
                                     const std::vector<SteepContact>& steep, double threshold_mm) {
  std::vector<PatchSum> sums;
  std::map<std::size_t, std::size_t> patch_of_steep;
  for (const SteepContact& contact : steep) patch_of_steep[contact.pixel] = 0;
  for (const ContactPixel& pixel : pixels) {
    const auto patch = static_cast<std::size_t>(pixel.patch) - 1;
    if (patch >= sums.size()) sums.resize(patch + 1);
    add_pixel(scene, pixel, sums[patch]);
    const auto found = patch_of_steep.find(pixel.pixel);
    if (found != patch_of_steep.end()) found->second = patch;
  }
  for (const SteepContact& contact : steep) {
    sums[patch_of_steep.at(contact.pixel)].patch.lower_faces.push_back(contact.lower_face);
  }
  for (PatchSum& sum : sums) finish(scene, threshold_mm, sum);
  std::sort(sums.begin(), sums.end(), [](const PatchSum& a, const PatchSum& b) {
    return std::make_tuple(-a.patch.projected_mm2, a.first_pixel) <
           std::make_tuple(-b.patch.projected_mm2, b.first_pixel);
  });
  std::vector<ContactPatch> patches;
  for (PatchSum& sum : sums) patches.push_back(std::move(sum.patch));
  return patches;
}

AreaTotal total_of(const Scene& scene, const std::vector<ContactPixel>& pixels, double threshold_mm,
                   std::size_t contacts) {
  AreaTotal total{.threshold_mm = threshold_mm, .contacts = contacts};
  double left = 0, anterior = 0;
  for (const ContactPixel& pixel : pixels) {
    total.projected_mm2 += pixel.projected_mm2;
    total.surface_mm2 += pixel.surface_mm2;
    left += pixel.projected_mm2 * pixel.sides.left;
    anterior += pixel.projected_mm2 * pixel.sides.anterior;
  }
  if (scene.arch && total.projected_mm2 > 0) {
    total.left_share = left / total.projected_mm2;
    total.right_share = 1 - *total.left_share;
    total.anterior_share = anterior / total.projected_mm2;
    total.posterior_share = 1 - *total.anterior_share;
  }
  return total;
}

//! One line of a table while its pixels are added.
struct TableLine {
  double projected_mm2 = 0, surface_mm2 = 0;
  double least_mm = std::numeric_limits<double>::infinity();
  std::set<int> patches;
  int last_patch = 0;  // of the pixel before, mostly the same

  void add(const ContactPixel& pixel) {
    projected_mm2 += pixel.projected_mm2;
    surface_mm2 += pixel.surface_mm2;
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
                     .min_clearance_mm = line.least_mm});
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

ContactReport contacts_at(const Scene& scene, double threshold_mm) {
  ContactReport report;
  const std::vector<SteepContact> steep = steep_contacts(scene.steep, threshold_mm);
  const std::vector<ContactPixel> pixels = contact_pixels(scene, threshold_mm, steep);
  report.patches = patches_of(scene, pixels, steep, threshold_mm);
  report.areas.push_back(total_of(scene, pixels, threshold_mm, report.patches.size()));
  add_teeth(pixels, &ContactPixel::upper_tooth, threshold_mm, report.teeth);
  add_teeth(pixels, &ContactPixel::lower_tooth, threshold_mm, report.teeth);
  add_pairs(pixels, threshold_mm, report.pairs);
  return report;
}

}  // namespace

ContactReport find_contacts(const ClearanceMap& map, const Bite& bite,
                            const std::vector<double>& thresholds_mm, const std::vector<int>& upper_teeth,
                            const std::vector<int>& lower_teeth, const std::optional<AnatomicalAxes>& axes) {
  const Scene scene{.map = map,
                    .upper_teeth = upper_teeth,
                    .lower_teeth = lower_teeth,
                    .upper = {*bite.upper, Eigen::Isometry3d::Identity(), map.frame.projection},
                    .lower = {*bite.lower, bite.upper_from_lower, map.frame.projection},
                    .surface_mm2 = lower_surface_per_pixel(map, bite),
                    .steep = steep_pieces(map, bite),
                    .arch = axes ? std::optional(arch_sides(bite, *axes)) : std::nullopt};
  std::vector<ContactReport> parts(thresholds_mm.size());
  tbb::parallel_for(std::size_t{0}, parts.size(),
                    [&](std::size_t i) { parts[i] = contacts_at(scene, thresholds_mm[i]); });
  ContactReport report;
  for (ContactReport& part : parts) append(report, std::move(part));
  for (std::size_t i = 0; i < report.patches.size(); ++i) report.patches[i].id = static_cast<int>(i) + 1;
  return report;
}

}  // namespace intercusp
