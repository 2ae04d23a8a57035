#include "viewer/case/shown_figures.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "occlusion/case/fdi.h"
#include "occlusion/case/teeth.h"

namespace intercusp::viewer {
namespace {

constexpr double least_shown_mm = 0.0005;  // reads 0.001

//! An overlap that pixels show, or a depth that can be read; never one without the other.
JawRelation relation_of(bool interference, const std::optional<double>& least_mm) {
  if (!least_mm) return interference ? JawRelation::overlapping : JawRelation::apart;
  if (*least_mm <= -least_shown_mm) return JawRelation::overlapping;
  if (*least_mm < least_shown_mm) return JawRelation::touching;
  return interference ? JawRelation::overlapping : JawRelation::apart;
}

//! How far live numbers may be from the report's.
struct Doubt {
  double least_mm, area_mm2, midline_percent;
};

//! The live map keeps the direction and the midline of the pose at opening: they differ from the report's the further the
//! jaw has moved. Shift of its middle and path of its edge.
double moved_mm(const LiveBite& live) {
  constexpr double radius_mm = 40;
  const LoadedCase& loaded = live.loaded();
  const Eigen::Isometry3d &now = live.reading().upper_from_lower, &opened = loaded.bite.upper_from_lower;
  const double turn_rad = Eigen::AngleAxisd(opened.linear().transpose() * now.linear()).angle();
  return (now * loaded.lower_centre - opened * loaded.lower_centre).norm() + radius_mm * turn_rad;
}

//! Bounds of what was seen in some hundred poses. Besides the directions: pixels miss the deepest place, and an area by
//! distance the steep walls, which meet in deep overlaps.
Doubt doubt_of(const LiveBite& live, Measure measure, double least_mm, double area_mm2) {
  const double moved = moved_mm(live), length_mm = std::abs(least_mm), depth_mm = std::max(0.0, -least_mm);
  Doubt doubt{};
  if (measure == Measure::surface_distance) {
    doubt.least_mm = 0.03 + 0.05 * length_mm + 0.15 * depth_mm * depth_mm;
    doubt.area_mm2 = 1 + std::min(0.45, 0.04 + 0.5 * depth_mm * depth_mm) * area_mm2;
  } else {
    doubt.least_mm = 0.03 + std::min(0.6, 0.05 + 0.2 * moved) * length_mm;
    doubt.area_mm2 = 2.5 + (0.05 + 0.03 * moved) * area_mm2;
  }
  doubt.midline_percent = 4 * moved;
  return doubt;
}

void take_rest(ShownFigures& figures, const RestReading& rest) {
  figures.as_in_report = true;
  figures.in_bite = rest.in_bite;
  figures.facing = rest.least_clearance_mm.has_value();
  const std::optional<double>& least_mm = rest.least_mm(figures.measure);
  figures.relation = relation_of(rest.interference, least_mm);
  if (least_mm) figures.least_mm = {*least_mm, 0};
  const ContactTable& contacts = rest.by(figures.measure);
  for (const AreaTotal& area : contacts.areas) {
    figures.area_mm2 = {area.surface_mm2, area.error_mm2.value_or(0)};
    if (area.right_share) figures.right_percent = {100 * *area.right_share, 0};
    if (area.left_share) figures.left_percent = {100 * *area.left_share, 0};
  }
  for (const ToothContact& tooth : contacts.teeth)
    figures.teeth.push_back({tooth.tooth, tooth.surface_mm2, tooth.least_mm});
}

void take_live(ShownFigures& figures, const LiveBite& live) {
  const PoseReading& reading = live.reading();
  const bool distance = figures.measure == Measure::surface_distance;
  figures.facing = reading.least_clearance_mm.has_value();
  const std::optional<double>& least_mm = distance ? reading.least_distance_mm : reading.least_clearance_mm;
  figures.relation = relation_of(reading.interference, least_mm);
  const PoseContacts& contacts = reading.by(figures.measure);
  const Doubt doubt = doubt_of(live, figures.measure, least_mm.value_or(0), contacts.surface_mm2);
  if (least_mm) figures.least_mm = {*least_mm, doubt.least_mm};
  figures.area_mm2 = {contacts.surface_mm2, doubt.area_mm2};
  const double left = distance ? contacts.left_surface_mm2 : contacts.left_mm2;
  const double right = distance ? contacts.right_surface_mm2 : contacts.right_mm2;
  if (left + right > 0) {
    // All of the missing area may lie on the smaller side.
    const double missing = doubt.area_mm2 / (contacts.surface_mm2 + doubt.area_mm2);
    const double greater = std::max(left, right) / (left + right);
    const double error = std::min(100.0, 100 * missing * greater + doubt.midline_percent);
    constexpr double most_error = 25;  // a number with a larger error is useless
    if (error <= most_error) {
      figures.right_percent = {100 * right / (left + right), error};
      figures.left_percent = {100 * left / (left + right), error};
    }
  }
  for (std::size_t i = 0; i < live.teeth().size(); ++i) {
    const ContactSum& tooth = contacts.teeth[i];
    if (tooth.surface_mm2 > 0) figures.teeth.push_back({live.teeth()[i], tooth.surface_mm2, tooth.least_mm});
  }
}

void take(ShownFigures& figures, const RestIntervals::Figures& intervals) {
  figures.area_interval_mm2 = intervals.area_mm2;
  figures.least_interval_mm = intervals.least_mm;
  if (const auto& left = intervals.left_share; left && figures.right_percent)
    figures.right_interval_percent = {100 * (1 - left->high), 100 * (1 - left->low)};
}

}  // namespace

ShownFigures figures_of(const LiveBite& live, const RestReading* rest, Measure measure,
                        const RestIntervals* intervals) {
  ShownFigures figures{.measure = measure, .threshold_mm = live.reading().threshold_mm};
  if (rest != nullptr)
    take_rest(figures, *rest);
  else
    take_live(figures, live);
  if (rest != nullptr && rest->in_bite && intervals != nullptr) take(figures, intervals->by(measure));
  return figures;
}

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

//! By the tooth that has a number, the lower's first; else by its place.
PatientSide side_of_patch(const RestReading& rest, const ContactPatch& patch) {
  if (const int tooth = patch.lower_tooth != 0 ? patch.lower_tooth : patch.upper_tooth; tooth != 0)
    return side_of(tooth);
  if (!rest.bite_case->sides) return PatientSide::neither;
  const bool left = sides_of(*rest.bite_case->sides, patch.place_mm, 0, 0).left >= 0.5;
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
      row->area_mm2 += patch.surface_mm2;
      row->least_mm = std::min(row->least_mm, patch.least_mm);
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

//! \pre there is one
std::size_t nearest(const std::vector<Eigen::Vector3d>& places, const Eigen::Vector3d& to) {
  const auto found = std::ranges::min_element(
      places, {}, [&](const Eigen::Vector3d& place) { return (place - to).squaredNorm(); });
  return static_cast<std::size_t>(found - places.begin());
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
