#include "occlusion/contacts/contact_tally.h"

#include <algorithm>
#include <iterator>

namespace intercusp {
namespace {

std::span<const OpposingPart> parts_of(const ContactSample& sample) {
  return {sample.opposing.data(), static_cast<std::size_t>(sample.opposing_count)};
}

void add_face_once(std::vector<std::int32_t>& faces, std::int32_t face) {
  if (face != no_face && (faces.empty() || faces.back() != face)) faces.push_back(face);
}

std::vector<std::int32_t> sorted_once(std::vector<std::int32_t> faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

void AreaTally::add(const ContactSample& sample) {
  projected_mm2_ += sample.projected_mm2;
  surface_mm2_ += sample.surface_mm2;
  for (const OpposingPart& part : parts_of(sample)) {
    sides_.add(part.sides, area_by(measure_, part.projected_mm2, part.surface_mm2));
  }
}

AreaTotal AreaTally::total(std::size_t contacts, std::optional<double> error_mm2) const {
  AreaTotal total{.threshold_mm = threshold_mm_,
                  .projected_mm2 = projected_mm2_,
                  .surface_mm2 = surface_mm2_,
                  .contacts = contacts,
                  .error_mm2 = error_mm2};
  const double area_mm2 = area_by(measure_, projected_mm2_, surface_mm2_);
  if (sided_ && area_mm2 > 0) {
    total.left_share = sides_.left_mm2 / area_mm2;
    total.right_share = 1 - *total.left_share;
    total.anterior_share = sides_.anterior_mm2 / area_mm2;
    total.posterior_share = 1 - *total.anterior_share;
  }
  return total;
}

void ContactTally::Row::add(const ContactSum& part, int patch) {
  sum += part;
  if (patch != last_patch) patches.insert(patch);
  last_patch = patch;
}

void ContactTally::add(const ContactSample& sample) {
  area_.add(sample);
  add_to_patch(sample);
  if (sample.tooth != 0) {
    Row& row = teeth_[sample.tooth];
    row.add({sample.projected_mm2, sample.surface_mm2, sample.least_mm}, sample.patch);
    row.errors.squares += sample.variance_mm4;
  }
  for (const OpposingPart& part : parts_of(sample)) {
    if (part.tooth == 0) continue;
    const ContactSum sum{part.projected_mm2, part.surface_mm2, sample.least_mm};
    Row& row = opposing_teeth_[part.tooth];
    row.add(sum, sample.patch);
    row.errors.squares += sample.variance_mm4;
    if (sample.tooth != 0) pairs_[{part.tooth, sample.tooth}].add(sum, sample.patch);
  }
}

void ContactTally::add_to_patch(const ContactSample& sample) {
  const auto number = static_cast<std::size_t>(sample.patch);
  if (number >= patches_.size()) patches_.resize(number + 1);
  Patch& patch = patches_[number];
  const double area_mm2 = area_by(measure_, sample.projected_mm2, sample.surface_mm2);
  patch.sum += {sample.projected_mm2, sample.surface_mm2, sample.least_mm};
  patch.weight_mm2 += sample.weight_mm2;
  patch.integral_mm3 += area_mm2 * sample.mean_mm;
  if (!patch.first_place) patch.first_place = sample.place;
  patch.place_by_area += area_mm2 * sample.place;
  patch.place_by_weight += sample.weight_mm2 * sample.place;
  patch.tooth.add(sample.tooth, sample.weight_mm2);
  add_face_once(patch.faces, sample.face);
  for (const OpposingPart& part : parts_of(sample)) {
    patch.sides.add(part.sides, part.weight_mm2);
    patch.opposing_tooth.add(part.tooth, part.weight_mm2);
    add_face_once(patch.opposing_faces, part.face);
  }
}

std::vector<Eigen::Vector3d> ContactTally::middles() const {
  std::vector<Eigen::Vector3d> middles;
  for (const Patch& patch : patches_) {
    const double area_mm2 = area_of(patch);
    Eigen::Vector3d middle = *patch.first_place;
    if (area_mm2 > 0) {
      middle = patch.place_by_area / area_mm2;
    } else if (patch.weight_mm2 > 0) {
      middle = patch.place_by_weight / patch.weight_mm2;
    }
    middles.push_back(middle);
  }
  return middles;
}

ContactPatch ContactTally::finished(const Patch& patch, const Eigen::Vector3d& centroid_mm,
                                    const Eigen::Vector3d& place_mm) const {
  const double area_mm2 = area_of(patch);
  ContactPatch done{.threshold_mm = threshold_mm_,
                    .lower_tooth = patch.tooth.winner(),
                    .upper_tooth = patch.opposing_tooth.winner(),
                    .region = {},
                    .centroid_mm = centroid_mm,
                    .place_mm = place_mm,
                    .projected_mm2 = patch.sum.projected_mm2,
                    .surface_mm2 = patch.sum.surface_mm2,
                    .least_mm = patch.sum.least_mm,
                    .mean_mm = area_mm2 > 0 ? patch.integral_mm3 / area_mm2 : patch.sum.least_mm,
                    .lower_faces = sorted_once(patch.faces),
                    .upper_faces = sorted_once(patch.opposing_faces)};
  if (sided_) {
    const double whole = patch.weight_mm2 > 0 ? patch.weight_mm2 : 1;
    done.region =
        region_of({.left = patch.sides.left_mm2 / whole, .anterior = patch.sides.anterior_mm2 / whole});
  }
  return done;
}

std::vector<ToothContact> ContactTally::rows(const Teeth& teeth, bool estimated) const {
  std::vector<ToothContact> rows;
  for (const auto& [tooth, row] : teeth) {
    rows.push_back({.threshold_mm = threshold_mm_,
                    .tooth = tooth,
                    .contacts = row.patches.size(),
                    .projected_mm2 = row.sum.projected_mm2,
                    .surface_mm2 = row.sum.surface_mm2,
                    .least_mm = row.sum.least_mm,
                    .error_mm2 = estimated ? std::optional(row.errors.total()) : std::nullopt});
  }
  return rows;
}

ContactTable ContactTally::table(std::span<const Eigen::Vector3d> places_mm,
                                 std::optional<double> error_mm2) const {
  ContactTable table{.measure = measure_,
                     .areas = {area_.total(patches_.size(), error_mm2)},
                     .patches = {},
                     .teeth = rows(opposing_teeth_, error_mm2.has_value()),
                     .pairs = {}};
  const std::vector<Eigen::Vector3d> centroids_mm = middles();
  for (std::size_t i = 0; i < patches_.size(); ++i) {
    table.patches.push_back(finished(patches_[i], centroids_mm[i], places_mm[i]));
  }
  std::stable_sort(table.patches.begin(), table.patches.end(),
                   [&](const ContactPatch& a, const ContactPatch& b) {
                     return area_by(measure_, a.projected_mm2, a.surface_mm2) >
                            area_by(measure_, b.projected_mm2, b.surface_mm2);
                   });
  append(table.teeth, rows(teeth_, error_mm2.has_value()));
  for (const auto& [teeth, row] : pairs_) {
    table.pairs.push_back({.threshold_mm = threshold_mm_,
                           .upper_tooth = teeth.first,
                           .lower_tooth = teeth.second,
                           .projected_mm2 = row.sum.projected_mm2,
                           .surface_mm2 = row.sum.surface_mm2,
                           .least_mm = row.sum.least_mm});
  }
  return table;
}

ContactTable joined(Measure measure, std::vector<ContactTable> parts) {
  ContactTable whole{.measure = measure, .areas = {}, .patches = {}, .teeth = {}, .pairs = {}};
  for (ContactTable& part : parts) {
    append(whole.areas, std::move(part.areas));
    append(whole.patches, std::move(part.patches));
    append(whole.teeth, std::move(part.teeth));
    append(whole.pairs, std::move(part.pairs));
  }
  for (std::size_t i = 0; i < whole.patches.size(); ++i) whole.patches[i].id = static_cast<int>(i) + 1;
  return whole;
}

}  // namespace intercusp
