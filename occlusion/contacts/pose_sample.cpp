#include "occlusion/contacts/pose_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "occlusion/base/nth_smallest.h"

namespace intercusp::intervals {
namespace {

//! Assigns faces to patches. A map names few of the faces that are smaller than a pixel, so faces that share
//! a vertex with a patch also belong to it.
std::vector<std::int32_t> patches_of_faces(const TriangleMesh& lower,
                                           const std::vector<ContactPatch>& patches, double threshold_mm) {
  std::vector<std::int32_t> of_vertex(lower.vertices.size(), FaceTables::no_patch);
  std::vector<std::int32_t> of_face(lower.faces.size(), FaceTables::no_patch);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    if (patches[i].threshold_mm != threshold_mm) continue;
    for (const std::int32_t face : patches[i].lower_faces) {
      of_face[static_cast<std::size_t>(face)] = static_cast<std::int32_t>(i);
      for (const std::uint32_t vertex : lower.faces[static_cast<std::size_t>(face)]) {
        of_vertex[vertex] = static_cast<std::int32_t>(i);
      }
    }
  }
  for (std::size_t face = 0; face < of_face.size(); ++face) {
    for (const std::uint32_t vertex : lower.faces[face]) {
      if (of_face[face] == FaceTables::no_patch) of_face[face] = of_vertex[vertex];
    }
  }
  return of_face;
}

std::vector<FaceSides> sides_of_faces(const Bite& bite, const NominalContacts& nominal) {
  if (!nominal.axes) return {};
  const ArchSides arch = arch_sides(bite, *nominal.axes);
  const TriangleMesh& lower = bite.lower->mesh;
  std::vector<FaceSides> sides;
  sides.reserve(lower.faces.size());
  for (std::size_t face = 0; face < lower.faces.size(); ++face) {
    const auto [a, b, c] = lower.faces[face];
    const Eigen::Vector3d middle = (lower.vertices[a] + lower.vertices[b] + lower.vertices[c]) / 3;
    const int tooth = face < nominal.lower_teeth.size() ? nominal.lower_teeth[face] : 0;
    const Sides of_face = sides_of(arch, bite.upper_from_lower * middle, tooth, 0);
    sides.push_back({static_cast<float>(of_face.left), static_cast<float>(of_face.anterior)});
  }
  return sides;
}

//! Percentile with linear interpolation between neighbours.
double percentile(std::vector<double>& values, double share) {
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double low = nth_smallest(values, below);
  if (below + 1 == values.size()) return low;
  const double high =
      *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(below) + 1, values.end());
  return low + (place - static_cast<double>(below)) * (high - low);
}

template <class Value>
Interval percentiles(std::span<const PoseSample> samples, const Value& value) {
  std::vector<double> values;
  for (const PoseSample& sample : samples) values.push_back(value(sample));
  const double low = percentile(values, 0.025);
  return {.low = low, .high = percentile(values, 0.975)};
}

//! Scales an interval of the coarse sample to the reported figure; unscaled if the coarse sample has none.
Interval scaled(const Interval& interval, double reported, double looked) {
  const double scale = looked > 0 ? reported / looked : 1;
  return {.low = scale * interval.low, .high = scale * interval.high};
}

//! Interval of a share: that of the poses, shifted by the error of the coarse sample in the registered bite.
std::optional<Interval> share_interval(std::span<const PoseSample> samples, const PoseSample& standing,
                                       std::size_t t, const std::optional<double>& reported,
                                       double SideSum::*side) {
  if (standing.sides.empty()) return std::nullopt;
  std::vector<double> shares;
  for (const PoseSample& sample : samples) {
    if (sample.at[t].surface_mm2 > 0) shares.push_back(sample.sides[t].*side / sample.at[t].surface_mm2);
  }
  if (!reported || shares.empty() || standing.at[t].surface_mm2 <= 0) return std::nullopt;
  const double shift = *reported - standing.sides[t].*side / standing.at[t].surface_mm2;
  const double low = percentile(shares, 0.025), high = percentile(shares, 0.975);
  return Interval{std::clamp(low + shift, 0.0, 1.0), std::clamp(high + shift, 0.0, 1.0)};
}

}  // namespace

FaceTables::FaceTables(const Bite& bite, const NominalContacts& nominal) {
  order.resize(nominal.thresholds_mm.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return nominal.thresholds_mm[a] < nominal.thresholds_mm[b];
  });
  for (const std::size_t i : order) thresholds_mm.push_back(nominal.thresholds_mm[i]);
  std::vector<int> teeth;
  for (const ToothContact& tooth : nominal.contacts.teeth) teeth.push_back(tooth.tooth);
  slots = ToothSlots(std::move(teeth), nominal.upper_teeth, nominal.lower_teeth);

  patches = nominal.contacts.patches.size();
  row_of_face_.assign(bite.lower->mesh.faces.size(), 0);
  patch_of_row_.assign(thresholds_mm.size(), no_patch);
  for (std::size_t t = 0; t < thresholds_mm.size(); ++t)
    add_patches(t, patches_of_faces(bite.lower->mesh, nominal.contacts.patches, thresholds_mm[t]));
  sides_of_face = sides_of_faces(bite, nominal);
}

void FaceTables::add_patches(std::size_t threshold, const std::vector<std::int32_t>& patch_of_face) {
  for (std::size_t face = 0; face < patch_of_face.size(); ++face) {
    if (patch_of_face[face] == no_patch) continue;
    std::uint32_t& row = row_of_face_[face];
    if (row == 0) {
      row = static_cast<std::uint32_t>(patch_of_row_.size() / thresholds_mm.size());
      patch_of_row_.resize(patch_of_row_.size() + thresholds_mm.size(), no_patch);
    }
    patch_of_row_[row * thresholds_mm.size() + threshold] = patch_of_face[face];
  }
}

PoseSampler::PoseSampler(const FaceTables& tables, int width, int height)
    : tables_(tables),
      width_(width),
      height_(height),
      point_at_(static_cast<std::size_t>(width) * height, -1) {}

PoseSample PoseSampler::sample(std::span<const ContactPoint> points, double least_mm) {
  const std::size_t thresholds = tables_.thresholds_mm.size();
  PoseSample sample{.at = std::vector<ToothSums>(thresholds),
                    .sides = std::vector<SideSum>(tables_.sides_of_face.empty() ? 0 : thresholds),
                    .contacts = std::vector<double>(thresholds, 0),
                    .patch_is_there = std::vector<std::uint8_t>(tables_.patches, 0),
                    .least_mm = least_mm};
  for (ToothSums& sums : sample.at) sums.teeth.resize(tables_.slots.teeth.size());
  for (const ContactPoint& point : points) {
    sample.at[point.first].add(tables_.slots, point.upper_face, point.lower_face,
                               {.surface_mm2 = static_cast<double>(point.surface_mm2)});
    if (point.lower_face != no_face && !tables_.sides_of_face.empty()) {
      const FaceSides& sides = tables_.sides_of_face[static_cast<std::size_t>(point.lower_face)];
      sample.sides[point.first].add({.left = sides.left, .anterior = sides.anterior},
                                    static_cast<double>(point.surface_mm2));
    }
    for (std::size_t t = point.first; point.lower_face != no_face && t < thresholds; ++t) {
      const std::int32_t patch = tables_.patch_of(t, point.lower_face);
      if (patch != FaceTables::no_patch) sample.patch_is_there[static_cast<std::size_t>(patch)] = 1;
    }
  }
  for (std::size_t t = 1; t < thresholds; ++t) {  // make areas cumulative
    sample.at[t] += sample.at[t - 1];
    if (sample.sides.empty()) continue;
    sample.sides[t].left_mm2 += sample.sides[t - 1].left_mm2;
    sample.sides[t].anterior_mm2 += sample.sides[t - 1].anterior_mm2;
  }
  count_contacts(points, sample);
  return sample;
}

//! Adds points in the order of their thresholds. Each begins as a patch of its own and joins the patches
//! that it touches.
void PoseSampler::count_contacts(std::span<const ContactPoint> points, PoseSample& sample) {
  sets_.reset(points.size());
  int patches = 0;
  for (std::size_t t = 0; t < tables_.thresholds_mm.size(); ++t) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].first != t) continue;
      const auto own = static_cast<std::int32_t>(i);
      point_at_[points[i].pixel] = own;
      ++patches;
      const int column = static_cast<int>(points[i].pixel) % width_,
                row = static_cast<int>(points[i].pixel) / width_;
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, height_ - 1); ++r) {
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, width_ - 1); ++c) {
          const std::int32_t other = point_at_[static_cast<std::size_t>(r) * width_ + c];
          if (other < 0) continue;
          if (sets_.join(static_cast<std::uint32_t>(own), static_cast<std::uint32_t>(other))) --patches;
        }
      }
    }
    sample.contacts[t] = patches;
  }
  for (const ContactPoint& point : points) point_at_[point.pixel] = -1;
}

Intervals intervals_of(const FaceTables& tables, const NominalContacts& nominal, const PoseSample& standing,
                       std::span<const PoseSample> samples) {
  Intervals result{.poses = samples.size()};
  if (samples.empty()) return result;
  std::map<double, std::size_t> place;  // index of each threshold in ascending order
  for (std::size_t t = 0; t < tables.thresholds_mm.size(); ++t) place[tables.thresholds_mm[t]] = t;
  for (const AreaTotal& area : nominal.contacts.areas) {
    const std::size_t t = place.at(area.threshold_mm);
    const Interval contacts =
        percentiles(samples, [&](const PoseSample& sample) { return sample.contacts[t]; });
    const double shift = static_cast<double>(area.contacts) - standing.contacts[t];
    result.areas.push_back(
        {.threshold_mm = area.threshold_mm,
         .surface_mm2 =
             scaled(percentiles(samples, [&](const PoseSample& sample) { return sample.at[t].surface_mm2; }),
                    area.surface_mm2, standing.at[t].surface_mm2),
         .contacts = {std::max(0.0, std::floor(contacts.low + shift)),
                      std::max(0.0, std::ceil(contacts.high + shift))},
         .left_share = share_interval(samples, standing, t, area.left_share, &SideSum::left_mm2),
         .anterior_share =
             share_interval(samples, standing, t, area.anterior_share, &SideSum::anterior_mm2)});
  }
  for (const ToothContact& tooth : nominal.contacts.teeth) {
    const std::size_t t = place.at(tooth.threshold_mm);
    const auto slot = static_cast<std::size_t>(
        std::lower_bound(tables.slots.teeth.begin(), tables.slots.teeth.end(), tooth.tooth) -
        tables.slots.teeth.begin());
    result.teeth.push_back(
        {.threshold_mm = tooth.threshold_mm,
         .tooth = tooth.tooth,
         .surface_mm2 = scaled(
             percentiles(samples,
                         [&](const PoseSample& sample) { return sample.at[t].teeth[slot].surface_mm2; }),
             tooth.surface_mm2, standing.at[t].teeth[slot].surface_mm2)});
  }
  for (std::size_t i = 0; i < tables.patches; ++i) {
    double there = 0;
    for (const PoseSample& sample : samples) there += sample.patch_is_there[i];
    result.contacts.push_back({.id = nominal.contacts.patches[i].id,
                               .presence = there / static_cast<double>(samples.size()),
                               .followed = standing.patch_is_there[i] != 0});
  }
  if (nominal.least_mm && std::isfinite(standing.least_mm)) {
    const double shift = *nominal.least_mm - standing.least_mm;
    const Interval least = percentiles(samples, [](const PoseSample& sample) { return sample.least_mm; });
    result.least_mm = Interval{least.low + shift, least.high + shift};
  }
  return result;
}

}  // namespace intercusp::intervals
