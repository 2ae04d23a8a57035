#include "occlusion/case/bite_relations.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double scan_error_mm = 0.05;

//! One jaw's teeth, and the surface on which their landmarks are read.
struct JawTeeth {
  const Solid& solid;
  Eigen::Isometry3d case_from_jaw;
  const std::vector<ToothAxes>& teeth;
  Eigen::Vector3d towards_bite;

  [[nodiscard]] const ToothAxes* named(int fdi) const { return tooth_named(teeth, fdi); }
};

//! Calls use(place along the tooth's axes) for places at most 0.2 mm apart along the edges of all its faces.
//! The vertices of a coarse mesh alone would leave gaps.
template <class Use>
void for_each_edge_place(const JawTeeth& jaw, const ToothAxes& tooth, const Use& use) {
  constexpr double spacing_mm = 0.2;
  const Eigen::Isometry3d tooth_from_jaw = tooth.tooth_from_case() * jaw.case_from_jaw;
  for (const std::uint32_t face : tooth.faces) {
    const Face& corners = jaw.solid.mesh.faces[face];
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Vector3d from = tooth_from_jaw * jaw.solid.mesh.vertices[corners[i]];
      const Eigen::Vector3d way = tooth_from_jaw * jaw.solid.mesh.vertices[corners[(i + 1) % 3]] - from;
      const auto steps = static_cast<int>(std::ceil(way.norm() / spacing_mm));
      for (int step = 0; step < steps; ++step) use(from + static_cast<double>(step) / steps * way);
    }
  }
}

Eigen::Vector3d in_case(const ToothAxes& tooth, const Eigen::Vector3d& along) {
  return tooth.origin + tooth.rows().transpose() * along;
}

//! Normal of the plane through the crowns' tops; that of `axes` if the crowns are few or contradict it.
Eigen::Vector3d superior_of(const std::vector<ToothAxes>& upper, const std::vector<ToothAxes>& lower,
                            const AnatomicalAxes& axes) {
  constexpr std::size_t fewest = 6;
  if (upper.size() + lower.size() < fewest) return axes.superior;
  std::vector<Eigen::Vector3d> tops;
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const auto* teeth : {&upper, &lower}) {
    for (const ToothAxes& tooth : *teeth) {
      tops.emplace_back(tooth.origin + 0.5 * tooth.height_mm * tooth.occlusal);
      mean += tops.back();
    }
  }
  mean /= static_cast<double>(tops.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3d& top : tops) spread += (top - mean) * (top - mean).transpose();
  const Eigen::Vector3d normal = principal_axes(spread).vectors.col(0);
  constexpr double cos_20_deg = 0.94;
  if (std::abs(normal.dot(axes.superior)) < cos_20_deg) return axes.superior;
  return normal.dot(axes.superior) < 0 ? Eigen::Vector3d(-normal) : normal;
}

AnatomicalAxes bite_axes(const std::vector<ToothAxes>& upper, const std::vector<ToothAxes>& lower,
                         const AnatomicalAxes& axes) {
  const Eigen::Vector3d superior = superior_of(upper, lower, axes);
  Eigen::Vector3d left = Eigen::Vector3d::Zero();
  for (const ToothAxes& right : upper) {
    if (side_of(right.fdi) != PatientSide::right) continue;
    const ToothAxes* const fellow = tooth_named(upper, fellow_of(right.fdi));
    if (fellow != nullptr) left += fellow->origin - right.origin;
  }
  constexpr double cos_20_deg = 0.94;
  if (left.normalized().dot(axes.left) < cos_20_deg) left = axes.left;
  left = (left - left.dot(superior) * superior).normalized();
  return {.superior = superior, .anterior = left.cross(superior), .left = left};
}

//! The part of a front tooth that faces lips and bite, in the mesiodistal middle third of its crown.
struct FrontCrown {
  const ToothAxes& tooth;
  Eigen::Vector3d towards_bite;
  std::vector<Eigen::Vector3d> points;  //!< case frame
  double highest_mm = -unbounded;       //!< highest point, towards the bite

  FrontCrown(const JawTeeth& jaw, const ToothAxes& of) : tooth(of), towards_bite(jaw.towards_bite) {
    for (const double third : {1.0 / 3, 1.0}) {  // a coarse mesh may have no vertex in the middle third
      if (!points.empty()) break;
      const double middle_mm = tooth.mesial.dot(tooth.origin), most_mm = third * 0.5 * tooth.mesiodistal_mm;
      for (const std::uint32_t face : tooth.faces) {
        const Eigen::Vector3d point =
            jaw.case_from_jaw * jaw.solid.mesh.vertices[jaw.solid.mesh.faces[face][0]];
        if (std::abs(tooth.mesial.dot(point) - middle_mm) <= most_mm) points.push_back(point);
      }
    }
    for (const Eigen::Vector3d& point : points) highest_mm = std::max(highest_mm, towards_bite.dot(point));
  }

  //! The centroid of the highest 0.3 mm.
  [[nodiscard]] Eigen::Vector3d tip() const {
    constexpr double band_mm = 0.3;
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    double count = 0;
    for (const Eigen::Vector3d& point : points) {
      if (towards_bite.dot(point) < highest_mm - band_mm) continue;
      sum += point;
      ++count;
    }
    return sum / count;
  }

  //! Extent, along a direction, of the points within a scan's error of the highest one.
  [[nodiscard]] RelationInterval tip_range_mm(const Eigen::Vector3d& direction) const {
    RelationInterval range = {unbounded, -unbounded};
    for (const Eigen::Vector3d& point : points) {
      if (towards_bite.dot(point) < highest_mm - scan_error_mm) continue;
      range = {std::min(range[0], direction.dot(point)), std::max(range[1], direction.dot(point))};
    }
    return range;
  }

  //! The most anterior point within 0.5 mm of a height along superior; the tip if there is none.
  [[nodiscard]] double labial_mm(double height_mm, const AnatomicalAxes& axes) const {
    constexpr double band_mm = 0.5;
    double labial = -unbounded;
    for (const Eigen::Vector3d& point : points) {
      if (std::abs(axes.superior.dot(point) - height_mm) <= band_mm)
        labial = std::max(labial, axes.anterior.dot(point));
    }
    return std::isfinite(labial) ? labial : axes.anterior.dot(tip());
  }
};

//! The crowns of those teeth that exist.
std::vector<FrontCrown> front_crowns(const JawTeeth& jaw, std::initializer_list<int> numbers) {
  std::vector<FrontCrown> crowns;
  for (const int fdi : numbers) {
    if (const ToothAxes* const tooth = jaw.named(fdi)) crowns.emplace_back(jaw, *tooth);
  }
  return crowns;
}

template <class ValueOf>
double mean_of(const std::vector<FrontCrown>& crowns, const ValueOf& value_of) {
  double sum = 0;
  for (const FrontCrown& crown : crowns) sum += value_of(crown);
  return sum / static_cast<double>(crowns.size());
}

RelationInterval hull(std::initializer_list<double> values) {
  const auto [least, most] = std::minmax(values);
  return {least, most};
}

RelationInterval hull(const RelationInterval& a, const RelationInterval& b) {
  return {std::min(a[0], b[0]), std::max(a[1], b[1])};
}

//! The upper and lower central incisors of both sides, or of one side.
struct Incisors {
  std::vector<FrontCrown> above, below;

  [[nodiscard]] std::vector<int> teeth() const {
    std::vector<int> numbers;
    for (const auto* crowns : {&above, &below}) {
      for (const FrontCrown& crown : *crowns) numbers.push_back(crown.tooth.fdi);
    }
    return numbers;
  }
  [[nodiscard]] bool both_jaws() const { return !above.empty() && !below.empty(); }
};

Incisors incisors(const JawTeeth& upper, const JawTeeth& lower, std::initializer_list<int> above,
                  std::initializer_list<int> below) {
  return {front_crowns(upper, above), front_crowns(lower, below)};
}

double upper_edge_mm(const Incisors& teeth) {
  return -mean_of(teeth.above, [](const FrontCrown& crown) { return crown.highest_mm; });
}
double lower_edge_mm(const Incisors& teeth) {
  return mean_of(teeth.below, [](const FrontCrown& crown) { return crown.highest_mm; });
}
double overbite_mm(const Incisors& teeth) { return lower_edge_mm(teeth) - upper_edge_mm(teeth); }

//! \param higher_mm how far above their edges the lower teeth are read
double overjet_mm(const Incisors& teeth, const AnatomicalAxes& axes, double higher_mm = 0) {
  const double upper_mm = upper_edge_mm(teeth),
               level_mm = std::min(upper_mm, lower_edge_mm(teeth)) + higher_mm;
  const auto labial = [&](double height_mm) {
    return [&axes, height_mm](const FrontCrown& crown) { return crown.labial_mm(height_mm, axes); };
  };
  return mean_of(teeth.above, labial(upper_mm)) - mean_of(teeth.below, labial(level_mm));
}

std::optional<RelationLength> midline_shift(std::span<const ToothLandmark> landmarks,
                                            const AnatomicalAxes& axes) {
  RelationLength shift{.teeth = {11, 21, 41, 31}};
  double squares = 0;
  for (const int fdi : shift.teeth) {
    const ToothLandmark* const end = landmark_named(landmarks, fdi, LandmarkName::contact_mesial);
    if (end == nullptr) return std::nullopt;
    shift.mm += (jaw_of(fdi) == Jaw::lower ? 0.5 : -0.5) * axes.left.dot(end->position_mm);
    squares += std::pow(0.5 * end->doubt_along_arch_mm(), 2);
  }
  shift.interval_mm = {shift.mm - std::sqrt(squares), shift.mm + std::sqrt(squares)};
  return shift;
}

//! Both jaws' teeth, measured along one set of axes.
struct MeasuredAlong {
  AnatomicalAxes axes;
  JawTeeth upper, lower;
};

MeasuredAlong measured_along(const AnatomicalAxes& axes, const Bite& bite,
                             const std::vector<ToothAxes>& upper, const std::vector<ToothAxes>& lower) {
  return {axes,
          {*bite.upper, Eigen::Isometry3d::Identity(), upper, -axes.superior},
          {*bite.lower, bite.upper_from_lower, lower, axes.superior}};
}

//! Both measured on some incisors along one set of axes, with the interval that the readings span.
void widen(FrontToothRelation& found, const Incisors& teeth, const AnatomicalAxes& axes) {
  constexpr double band_mm = 0.5;
  const auto jet = [&](double higher_mm) { return overjet_mm(teeth, axes, higher_mm); };
  found.overbite.interval_mm = hull(found.overbite.interval_mm, hull({overbite_mm(teeth)}));
  found.overjet.interval_mm = hull(found.overjet.interval_mm, hull({jet(0), jet(-band_mm), jet(band_mm)}));
}

FrontToothRelation front_relation(const Incisors& teeth, const AnatomicalAxes& axes) {
  const double bite_mm = overbite_mm(teeth), jet_mm = overjet_mm(teeth, axes);
  return {.fdi = teeth.above.front().tooth.fdi,
          .overjet = {jet_mm, {jet_mm, jet_mm}, teeth.teeth()},
          .overbite = {bite_mm, {bite_mm, bite_mm}, teeth.teeth()}};
}

//! \param others other plausible axes, for the interval
void add_incisors(BiteRelations& found, const MeasuredAlong& best, const MeasuredAlong& others) {
  const Incisors all = incisors(best.upper, best.lower, {11, 21}, {41, 31});
  if (!all.both_jaws()) return;
  FrontToothRelation central = front_relation(all, best.axes);
  for (const MeasuredAlong* const along : {&best, &others}) {
    for (const bool left : {false, true}) {
      const Incisors side = left ? incisors(along->upper, along->lower, {21}, {31})
                                 : incisors(along->upper, along->lower, {11}, {41});
      if (side.both_jaws()) widen(central, side, along->axes);
    }
  }
  found.overjet = central.overjet;
  found.overbite = central.overbite;
}

void add_front_teeth(BiteRelations& found, const MeasuredAlong& best, const MeasuredAlong& others) {
  for (const auto& [above, below] : {std::pair(12, 42), {11, 41}, {21, 31}, {22, 32}}) {
    const Incisors pair = incisors(best.upper, best.lower, {above}, {below});
    if (!pair.both_jaws()) continue;
    FrontToothRelation& tooth = found.front_teeth.emplace_back(front_relation(pair, best.axes));
    for (const MeasuredAlong* const along : {&best, &others})
      widen(tooth, incisors(along->upper, along->lower, {above}, {below}), along->axes);
  }
}

//! The outline of a molar's buccal half, seen from the cheek: its highest point at each tenth of a millimetre
//! from the mesial end, along the tooth's axes.
using BuccalCrest = std::vector<Eigen::Vector3d>;

constexpr double crest_step_mm = 0.1;

BuccalCrest buccal_crest(const JawTeeth& jaw, const ToothAxes& tooth) {
  constexpr double window_mm = 0.4;  // vertices of a scan are 0.2 mm apart
  constexpr double buccal = 0.2;     // share of half the width; the buccal cusps lie beyond
  const auto steps = static_cast<std::ptrdiff_t>(tooth.mesiodistal_mm / crest_step_mm) + 1;
  BuccalCrest crest(static_cast<std::size_t>(steps), Eigen::Vector3d::Constant(-unbounded));
  for_each_edge_place(jaw, tooth, [&](const Eigen::Vector3d& along) {
    if (along.y() < buccal * 0.5 * tooth.buccolingual_mm) return;
    const double from_mesial_mm = 0.5 * tooth.mesiodistal_mm - along.x();
    const auto first = static_cast<std::ptrdiff_t>(std::ceil((from_mesial_mm - window_mm) / crest_step_mm));
    const auto last = static_cast<std::ptrdiff_t>(std::floor((from_mesial_mm + window_mm) / crest_step_mm));
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(first, 0); i <= std::min(last, steps - 1); ++i) {
      Eigen::Vector3d& highest = crest[static_cast<std::size_t>(i)];
      if (along.z() > highest.z()) highest = along;
    }
  });
  return crest;
}

//! A summit or a valley of a crest.
struct CrestPlace {
  double from_mesial_mm = 0;
  RelationInterval within_mm = {};  //!< from mesial: points as high or as deep within a scan's error
  //! How far the crest falls from the summit, or rises from the valley, on both sides.
  double prominence_mm = 0;
  Eigen::Vector3d place;  //!< case frame

  //! Position as a share of the crown's width.
  [[nodiscard]] double share_of(const ToothAxes& tooth) const {
    return from_mesial_mm / tooth.mesiodistal_mm;
  }
};

//! \param first,last of a stretch of equal height
//! \param sign 1 for a summit, −1 for a valley
CrestPlace crest_place(const BuccalCrest& crest, const ToothAxes& tooth, std::size_t first, std::size_t last,
                       double sign) {
  const double height = sign * crest[first].z();
  CrestPlace found{.from_mesial_mm = 0.5 * static_cast<double>(first + last) * crest_step_mm};
  double higher_base = -unbounded;
  for (const std::ptrdiff_t step : {-1, 1}) {
    auto i = static_cast<std::ptrdiff_t>(step < 0 ? first : last);
    double base = height;
    bool is_near = true;
    double& end_mm = found.within_mm[step < 0 ? 0 : 1];
    for (; i >= 0 && i < std::ssize(crest); i += step) {
      const double at = sign * crest[static_cast<std::size_t>(i)].z();
      if (!std::isfinite(at) || at > height) break;
      base = std::min(base, at);
      is_near = is_near && at >= height - scan_error_mm;
      if (is_near) end_mm = static_cast<double>(i) * crest_step_mm;
    }
    higher_base = std::max(higher_base, base);
  }
  found.prominence_mm = height - higher_base;
  const Eigen::Vector3d& middle = crest[(first + last) / 2];
  found.place = in_case(tooth, {0.5 * tooth.mesiodistal_mm - found.from_mesial_mm, middle.y(), middle.z()});
  return found;
}

//! The most prominent summit or valley between two shares of the width. The window of a crest flattens
//! summits and valleys, so the middle of each flat stretch counts. Those of less than 0.05 mm, a scan's
//! error, are ignored.
std::optional<CrestPlace> most_prominent(const BuccalCrest& crest, const ToothAxes& tooth, double from_share,
                                         double to_share, double sign) {
  std::optional<CrestPlace> best;
  std::size_t first = 0;
  for (std::size_t i = 1; i < crest.size(); ++i) {
    if (crest[i].z() == crest[first].z()) continue;
    const bool rose = first > 0 && sign * crest[first].z() > sign * crest[first - 1].z();
    if (rose && sign * crest[i].z() < sign * crest[first].z()) {
      const CrestPlace place = crest_place(crest, tooth, first, i - 1, sign);
      const double share = place.share_of(tooth);
      const bool wanted = share >= from_share && share <= to_share && place.prominence_mm >= scan_error_mm;
      if (wanted && (!best || place.prominence_mm > best->prominence_mm)) best = place;
    }
    first = i;
  }
  return best;
}

//! The mesiobuccal cusp of an upper first molar: the summit before the groove between its two buccal cusps.
std::optional<CrestPlace> mesiobuccal_cusp(const JawTeeth& upper, const ToothAxes& molar) {
  const BuccalCrest crest = buccal_crest(upper, molar);
  const auto groove = most_prominent(crest, molar, 0.3, 0.7, -1);
  if (!groove) return std::nullopt;
  return most_prominent(crest, molar, 0, groove->share_of(molar), 1);
}

SagittalClass class_of(double mesial_mm, double half_cusp_mm) {
  if (std::abs(mesial_mm) <= half_cusp_mm) return SagittalClass::class_1;
  return mesial_mm > 0 ? SagittalClass::class_2 : SagittalClass::class_3;
}

SagittalRelation relation(double mesial_mm, const RelationInterval& interval_mm, double half_cusp_mm,
                          std::vector<int> teeth) {
  const SagittalClass found = class_of(mesial_mm, half_cusp_mm);
  const bool sure =
      found == class_of(interval_mm[0], half_cusp_mm) && found == class_of(interval_mm[1], half_cusp_mm);
  return {mesial_mm, half_cusp_mm, interval_mm, found, sure, std::move(teeth)};
}

Eigen::Vector3d level(const Eigen::Vector3d& direction, const Eigen::Vector3d& superior) {
  return (direction - direction.dot(superior) * superior).normalized();
}

//! The mesiobuccal groove of a lower first molar.
struct LowerGroove {
  Eigen::Vector3d place;
  RelationInterval off_mm;  //!< how far distal of the place it may be: least and most
  bool clear = true;        //!< false if derived from the other groove alone
};

//! Located by the mesiobuccal groove, the distobuccal groove, or both.
std::optional<LowerGroove> mesiobuccal_groove(const JawTeeth& lower, const ToothAxes& molar) {
  constexpr double between = 0.57;  // share of the width; the mesiobuccal groove lies before it
  constexpr double apart = 0.31, apart_error = 0.04;  // distance between the grooves, as a share of the width
  constexpr double clear_mm = 2 * scan_error_mm;
  const BuccalCrest crest = buccal_crest(lower, molar);
  const auto mesial = most_prominent(crest, molar, 0.2, between, -1);
  const auto distal = most_prominent(crest, molar, between, 0.85, -1);
  if (!mesial && !distal) return std::nullopt;
  const double width = molar.mesiodistal_mm;
  LowerGroove groove{.place = mesial ? mesial->place : distal->place + apart * width * molar.mesial,
                     .off_mm = {}};
  const double at_mm = mesial ? mesial->from_mesial_mm : distal->from_mesial_mm - apart * width;
  if (mesial) groove.off_mm = {mesial->within_mm[0] - at_mm, mesial->within_mm[1] - at_mm};
  if (distal) {
    const double by_distal_mm = distal->from_mesial_mm - apart * width - at_mm;
    groove.off_mm = hull(groove.off_mm, RelationInterval{by_distal_mm - apart_error * width,
                                                         by_distal_mm + apart_error * width});
  }
  groove.clear = mesial && mesial->prominence_mm >= clear_mm;
  return groove;
}

std::optional<SagittalRelation> molar_relation(const JawTeeth& upper, const JawTeeth& lower, int upper_fdi,
                                               int lower_fdi, const Eigen::Vector3d& superior) {
  const ToothAxes *const above = upper.named(upper_fdi), *const below = lower.named(lower_fdi);
  if (above == nullptr || below == nullptr) return std::nullopt;
  const auto cusp = mesiobuccal_cusp(upper, *above);
  const auto groove = mesiobuccal_groove(lower, *below);
  if (!cusp || !groove) return std::nullopt;
  const double mesial_mm = level(below->mesial, superior).dot(cusp->place - groove->place);
  const RelationInterval interval_mm = {
      mesial_mm + groove->off_mm[0] - (cusp->within_mm[1] - cusp->from_mesial_mm),
      mesial_mm + groove->off_mm[1] + (cusp->from_mesial_mm - cusp->within_mm[0])};
  // Two buccal cusps share the width of the upper molar.
  SagittalRelation found =
      relation(mesial_mm, interval_mm, above->mesiodistal_mm / 4, {upper_fdi, lower_fdi});
  found.sure = found.sure && groove->clear;
  return found;
}

std::optional<SagittalRelation> canine_relation(const JawTeeth& upper, const JawTeeth& lower,
                                                std::span<const ToothLandmark> landmarks, int upper_fdi,
                                                int lower_fdi, const Eigen::Vector3d& superior) {
  const ToothAxes* const above = upper.named(upper_fdi);
  const ToothAxes *const canine = lower.named(lower_fdi), *const premolar = lower.named(lower_fdi + 1);
  const ToothLandmark *const canine_end = landmark_named(landmarks, lower_fdi, LandmarkName::contact_distal),
                             *const premolar_end =
                                 landmark_named(landmarks, lower_fdi + 1, LandmarkName::contact_mesial),
                             *const cusp = landmark_named(landmarks, upper_fdi, LandmarkName::cusp);
  if (above == nullptr || canine == nullptr || premolar == nullptr) return std::nullopt;
  if (canine_end == nullptr || premolar_end == nullptr) return std::nullopt;
  const Eigen::Vector3d mesial = level(canine->origin - premolar->origin, superior);
  const FrontCrown crown(upper, *above);
  const double between_mm = 0.5 * mesial.dot(canine_end->position_mm + premolar_end->position_mm);
  const double doubt_mm =
      0.5 * std::hypot(canine_end->doubt_along_arch_mm(), premolar_end->doubt_along_arch_mm());
  const double mesial_mm = mesial.dot(cusp != nullptr ? cusp->position_mm : crown.tip()) - between_mm;
  const RelationInterval tip_mm = crown.tip_range_mm(mesial);
  return relation(mesial_mm,
                  hull({mesial_mm - doubt_mm, mesial_mm + doubt_mm, tip_mm[0] - between_mm - doubt_mm,
                        tip_mm[1] - between_mm + doubt_mm}),
                  above->mesiodistal_mm / 2, {upper_fdi, lower_fdi, lower_fdi + 1});
}

}  // namespace

BiteRelations bite_relations(const Bite& bite, const std::vector<ToothAxes>& upper_teeth,
                             const std::vector<ToothAxes>& lower_teeth, const AnatomicalAxes& anatomy,
                             std::span<const ToothLandmark> landmarks) {
  const MeasuredAlong best =
      measured_along(bite_axes(upper_teeth, lower_teeth, anatomy), bite, upper_teeth, lower_teeth);
  const auto& [axes, upper, lower] = best;
  BiteRelations found;
  const MeasuredAlong others = measured_along(anatomy, bite, upper_teeth, lower_teeth);
  add_incisors(found, best, others);
  found.midline_shift = midline_shift(landmarks, axes);
  add_front_teeth(found, best, others);
  found.right_molar = molar_relation(upper, lower, 16, 46, axes.superior);
  found.left_molar = molar_relation(upper, lower, 26, 36, axes.superior);
  found.right_canine = canine_relation(upper, lower, landmarks, 13, 43, axes.superior);
  found.left_canine = canine_relation(upper, lower, landmarks, 23, 33, axes.superior);
  return found;
}

}  // namespace intercusp
