#include "viewer/case/contact_pairs.h"

#include <algorithm>
#include <limits>

#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"
#include "viewer/case/shown_figures.h"

namespace intercusp::viewer {
namespace {

bool is_numbered(const ContactPatch& patch) { return patch.upper_tooth != 0 && patch.lower_tooth != 0; }

ContactPair row_of(const ToothPairContact& pair, const ContactTable& contacts) {
  ContactPair row{.name = {pair.upper_tooth, pair.lower_tooth},
                  .region = {},
                  .side = side_of(pair.lower_tooth),
                  .area_mm2 = pair.surface_mm2,
                  .least_mm = pair.least_mm};
  const auto largest = std::ranges::find_if(contacts.patches, [&](const ContactPatch& patch) {
    return patch.upper_tooth == pair.upper_tooth && patch.lower_tooth == pair.lower_tooth;
  });
  if (largest == contacts.patches.end()) return row;
  row.upper_place = largest->upper_place;
  row.lower_place = largest->lower_place;
  return row;
}

PatientSide side_of_patch(const RestReading& rest, const ContactPatch& patch) {
  if (!rest.bite_case->sides) return PatientSide::neither;
  const bool left =
      sides_of(*rest.bite_case->sides, patch.place_mm, patch.lower_tooth, patch.upper_tooth).left >= 0.5;
  return left ? PatientSide::left : PatientSide::right;
}

//! Contacts with an unnumbered tooth share one row if they lie on the same teeth and in the same region.
bool share_row(const ContactPatch& a, const ContactPatch& b) {
  return !is_numbered(a) && !is_numbered(b) && a.upper_tooth == b.upper_tooth &&
         a.lower_tooth == b.lower_tooth && a.region == b.region;
}

//! \pre it is there
const ContactPatch& patch_named(const ContactTable& contacts, int id) {
  return *std::ranges::find(contacts.patches, id, &ContactPatch::id);
}

void add_patch(ContactPair& row, const ContactPatch& patch) {
  row.area_mm2 += patch.surface_mm2;
  row.least_mm = std::min(row.least_mm, patch.least_mm);
}

ContactPair row_of(const ContactPatch& patch, const RestReading& rest) {
  return {.name = {patch.upper_tooth, patch.lower_tooth, patch.id},
          .region = patch.region,
          .side = side_of_patch(rest, patch),
          .area_mm2 = patch.surface_mm2,
          .least_mm = patch.least_mm,
          .upper_place = patch.upper_place,
          .lower_place = patch.lower_place};
}

std::vector<ContactPair> rows_at_rest(const RestReading& rest, Measure measure) {
  const ContactTable& contacts = rest.by(measure);
  std::vector<ContactPair> rows;
  for (const ToothPairContact& pair : contacts.pairs) rows.push_back(row_of(pair, contacts));
  const std::size_t numbered = rows.size();
  for (const ContactPatch& patch : contacts.patches) {
    if (is_numbered(patch)) continue;
    const auto row = std::find_if(
        rows.begin() + static_cast<std::ptrdiff_t>(numbered), rows.end(),
        [&](const ContactPair& each) { return share_row(patch_named(contacts, each.name.patch), patch); });
    if (row == rows.end()) {
      rows.push_back(row_of(patch, rest));
    } else {
      add_patch(*row, patch);
    }
  }
  return rows;
}

std::vector<ContactPair> live_rows(const ShownFigures& figures) {
  std::vector<ContactPair> rows;
  for (const ShownFigures::Tooth& tooth : figures.teeth) {
    if (jaw_of(tooth.fdi) == Jaw::lower)
      rows.push_back({.name = {0, tooth.fdi},
                      .region = {},
                      .side = side_of(tooth.fdi),
                      .area_mm2 = tooth.area_mm2,
                      .least_mm = tooth.least_mm});
  }
  return rows;
}

std::vector<Eigen::Vector3d> face_middles(const Solid& solid, const std::vector<std::int32_t>& faces,
                                          const Eigen::Isometry3d& case_from_solid) {
  std::vector<Eigen::Vector3d> middles;
  for (const std::int32_t face : faces) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const auto vertex : solid.mesh.faces[static_cast<std::size_t>(face)])
      sum += solid.mesh.vertices[vertex];
    middles.push_back(case_from_solid * (sum / 3));
  }
  return middles;
}

std::size_t nearest(const std::vector<Eigen::Vector3d>& places, const Eigen::Vector3d& to) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double distance = (places[i] - to).squaredNorm();
    if (distance < least) best = i;
    least = std::min(least, distance);
  }
  return best;
}

//! Middles of the patch's lower faces on one tooth that lie opposite the other.
std::vector<Eigen::Vector3d> places_of(const RestReading& rest, const ContactPatch& patch,
                                       const ContactName& name, const std::vector<int>& upper_teeth,
                                       const std::vector<int>& lower_teeth) {
  const std::vector<Eigen::Vector3d> lower =
      face_middles(*rest.bite_case->bite.lower, patch.lower_faces, rest.bite_case->bite.upper_from_lower);
  if (name.patch != 0) return lower;
  const auto has = [](const std::vector<std::int32_t>& faces, const std::vector<int>& teeth, int tooth) {
    return std::ranges::any_of(
        faces, [&](std::int32_t face) { return teeth[static_cast<std::size_t>(face)] == tooth; });
  };
  if (!has(patch.lower_faces, lower_teeth, name.lower_tooth) ||
      !has(patch.upper_faces, upper_teeth, name.upper_tooth))
    return {};
  const std::vector<Eigen::Vector3d> upper =
      face_middles(*rest.bite_case->bite.upper, patch.upper_faces, Eigen::Isometry3d::Identity());
  std::vector<Eigen::Vector3d> places;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (lower_teeth[static_cast<std::size_t>(patch.lower_faces[i])] != name.lower_tooth) continue;
    const std::int32_t opposite = patch.upper_faces[nearest(upper, lower[i])];
    if (upper_teeth[static_cast<std::size_t>(opposite)] == name.upper_tooth) places.push_back(lower[i]);
  }
  return places;
}

ContactSpot spot_around(const std::vector<Eigen::Vector3d>& places) {
  ContactSpot spot;
  for (const Eigen::Vector3d& place : places) spot.case_point += place / static_cast<double>(places.size());
  for (const Eigen::Vector3d& place : places)
    spot.radius_mm = std::max(spot.radius_mm, (place - spot.case_point).norm());
  return spot;
}

}  // namespace

std::vector<ContactPair> contact_pairs(const LiveBite& live, const RestReading* rest, Measure measure) {
  const ShownFigures figures = figures_of(live, rest, measure);
  std::vector<ContactPair> rows = rest != nullptr ? rows_at_rest(*rest, measure) : live_rows(figures);
  std::erase_if(rows, [](const ContactPair& row) { return row.area_mm2 < least_contact_mm2; });
  for (ContactPair& row : rows) row.share = row.area_mm2 / figures.area_mm2.value;
  return rows;
}

std::vector<ContactSpot> spots_of(const RestReading& rest, Measure measure, const ContactName& name) {
  const std::vector<int> upper_teeth = face_teeth(*rest.bite_case->bite.upper),
                         lower_teeth = face_teeth(*rest.bite_case->bite.lower);
  std::vector<std::vector<Eigen::Vector3d>> parts;
  const ContactTable& contacts = rest.by(measure);
  const auto first = std::ranges::find(contacts.patches, name.patch, &ContactPatch::id);
  for (const ContactPatch& patch : contacts.patches) {
    if (name.patch != 0 && (first == contacts.patches.end() || !share_row(*first, patch))) continue;
    std::vector<Eigen::Vector3d> places = places_of(rest, patch, name, upper_teeth, lower_teeth);
    if (!places.empty()) parts.push_back(std::move(places));
  }
  std::ranges::stable_sort(parts, std::greater(), &std::vector<Eigen::Vector3d>::size);
  std::vector<ContactSpot> spots;
  for (const std::vector<Eigen::Vector3d>& places : parts) spots.push_back(spot_around(places));
  return spots;
}

}  // namespace intercusp::viewer
