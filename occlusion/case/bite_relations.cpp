#include "occlusion/case/bite_relations.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace intercusp {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

//! One jaw's teeth with what their landmarks are read from.
struct JawTeeth {
  const Solid& solid;
  Eigen::Isometry3d case_from_jaw;
  const std::vector<ToothAxes>& teeth;
  Eigen::Vector3d towards_bite;

  [[nodiscard]] const ToothAxes* named(int fdi) const { return tooth_named(teeth, fdi); }
};

//! Calls use(place along the tooth's axes) for the first corners of all its faces, which is nearly every vertex.
template <class Use>
void for_each_corner(const JawTeeth& jaw, const ToothAxes& tooth, const Use& use) {
  const Eigen::Isometry3d tooth_from_jaw = tooth.tooth_from_case() * jaw.case_from_jaw;
  for (const std::uint32_t face : tooth.faces)
    use(tooth_from_jaw * jaw.solid.mesh.vertices[jaw.solid.mesh.faces[face][0]]);
}

Eigen::Vector3d in_case(const ToothAxes& tooth, const Eigen::Vector3d& along) {
  return tooth.origin + tooth.rows().transpose() * along;
}

//! At right angles to the plane of the crowns' tops; `axes` where there are few, or where they say something else.
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
  const Eigen::Vector3d normal = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(spread).eigenvectors().col(0);
  constexpr double cos_20_deg = 0.94;
  if (std::abs(normal.dot(axes.superior)) < cos_20_deg) return axes.superior;
  return normal.dot(axes.superior) < 0 ? Eigen::Vector3d(-normal) : normal;
}

AnatomicalAxes bite_axes(const std::vector<ToothAxes>& upper, const std::vector<ToothAxes>& lower,
                         const AnatomicalAxes& axes) {
  const Eigen::Vector3d superior = superior_of(upper, lower, axes);
  Eigen::Vector3d left = Eigen::Vector3d::Zero();
  for (const ToothAxes& right : upper) {
    const bool first_quadrant = right.fdi / 10 == 1 || right.fdi / 10 == 5;
    const ToothAxes* const fellow = first_quadrant ? tooth_named(upper, right.fdi + 10) : nullptr;
    if (fellow != nullptr) left += fellow->origin - right.origin;
  }
  constexpr double cos_20_deg = 0.94;
  if (left.normalized().dot(axes.left) < cos_20_deg) left = axes.left;
  left = (left - left.dot(superior) * superior).normalized();
  return {.superior = superior, .anterior = left.cross(superior), .left = left};
}

//! What faces lips and bite of a front tooth: the middle third of its crown mesiodistally.
struct FrontCrown {
  const ToothAxes& tooth;
  Eigen::Vector3d towards_bite;
  std::vector<Eigen::Vector3d> points;  //!< case frame
  double highest_mm = -unbounded;       //!< towards the bite

  FrontCrown(const JawTeeth& jaw, const ToothAxes& of) : tooth(of), towards_bite(jaw.towards_bite) {
    for (const double third : {1.0 / 3, 1.0}) {  // a coarse mesh may have no vertex there
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

  //! The middle of the highest 0.3 mm.
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

  //! The most anterior place within 0.5 mm of a height along superior; the tip's where nothing is there.
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

//! Those of the teeth that are there.
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

void add_incisors(BiteRelations& found, const JawTeeth& upper, const JawTeeth& lower,
                  const AnatomicalAxes& axes) {
  const std::vector<FrontCrown> above = front_crowns(upper, {11, 21}), below = front_crowns(lower, {41, 31});
  if (above.empty() || below.empty()) return;
  std::vector<int> teeth;
  for (const auto* crowns : {&above, &below}) {
    for (const FrontCrown& crown : *crowns) teeth.push_back(crown.tooth.fdi);
  }
  const double upper_edge_mm = -mean_of(above, [](const FrontCrown& crown) { return crown.highest_mm; });
  const double lower_edge_mm = mean_of(below, [](const FrontCrown& crown) { return crown.highest_mm; });
  const double level_mm = std::min(upper_edge_mm, lower_edge_mm);
  found.overbite = {lower_edge_mm - upper_edge_mm, teeth};
  found.overjet = {
      mean_of(above, [&](const FrontCrown& crown) { return crown.labial_mm(upper_edge_mm, axes); }) -
          mean_of(below, [&](const FrontCrown& crown) { return crown.labial_mm(level_mm, axes); }),
      teeth};
  if (above.size() < 2 || below.size() < 2) return;
  const auto mesial_end_mm = [&](const FrontCrown& crown) {
    return axes.left.dot(in_case(crown.tooth, {0.5 * crown.tooth.mesiodistal_mm, 0, 0}));
  };
  found.midline_shift = {mean_of(below, mesial_end_mm) - mean_of(above, mesial_end_mm), teeth};
}

//! The buccal cusps and grooves of a molar, seen from the cheek: the outline of its buccal half.
struct BuccalOutline {
  std::optional<Eigen::Vector3d> mesial_cusp, mesial_groove;  //!< case frame
};

BuccalOutline buccal_outline(const JawTeeth& jaw, const ToothAxes& tooth) {
  constexpr double step_mm = 0.1, window_mm = 0.4;  // vertices of a scan are 0.2 mm apart
  constexpr double buccal = 0.2;                    // of half the width: the buccal cusps stand beyond
  constexpr double depth_mm = 0.15;                 // least depth of a groove
  const auto steps = static_cast<std::ptrdiff_t>(tooth.mesiodistal_mm / step_mm) + 1;
  std::vector<Eigen::Vector3d> crest(static_cast<std::size_t>(steps), Eigen::Vector3d::Constant(-unbounded));
  for_each_corner(jaw, tooth, [&](const Eigen::Vector3d& along) {
    if (along.y() < buccal * 0.5 * tooth.buccolingual_mm) return;
    const double from_mesial_mm = 0.5 * tooth.mesiodistal_mm - along.x();
    const auto first = static_cast<std::ptrdiff_t>(std::ceil((from_mesial_mm - window_mm) / step_mm));
    const auto last = static_cast<std::ptrdiff_t>(std::floor((from_mesial_mm + window_mm) / step_mm));
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(first, 0); i <= std::min(last, steps - 1); ++i) {
      Eigen::Vector3d& highest = crest[static_cast<std::size_t>(i)];
      if (along.z() > highest.z()) highest = along;
    }
  });
  // The window makes summits and valleys flat: their middles count.
  const auto at = [&](std::size_t first, std::size_t last) {
    const Eigen::Vector3d& point = crest[(first + last) / 2];
    const double from_mesial_mm = 0.5 * static_cast<double>(first + last) * step_mm;
    return in_case(tooth, {0.5 * tooth.mesiodistal_mm - from_mesial_mm, point.y(), point.z()});
  };
  BuccalOutline outline;
  std::size_t first = 0, last = 0;  // of the highest stretch so far, behind the cusp the lowest
  for (std::size_t i = 1; i < crest.size(); ++i) {
    const double height = crest[i].z(), extreme = crest[first].z();
    const bool rising = !outline.mesial_cusp;
    if (rising ? height > extreme : height < extreme) {
      first = last = i;
    } else if (height == extreme) {
      last = i;
    } else if (std::abs(height - extreme) > depth_mm) {
      (rising ? outline.mesial_cusp : outline.mesial_groove) = at(first, last);
      if (!rising) break;
      first = last = i;
    }
  }
  return outline;
}

SagittalRelation relation(double mesial_mm, double half_cusp_mm, std::vector<int> teeth) {
  SagittalClass found = SagittalClass::class_1;
  if (std::abs(mesial_mm) > half_cusp_mm)
    found = mesial_mm > 0 ? SagittalClass::class_2 : SagittalClass::class_3;
  return {mesial_mm, half_cusp_mm, found, std::move(teeth)};
}

Eigen::Vector3d level(const Eigen::Vector3d& direction, const Eigen::Vector3d& superior) {
  return (direction - direction.dot(superior) * superior).normalized();
}

std::optional<SagittalRelation> molar_relation(const JawTeeth& upper, const JawTeeth& lower, int upper_fdi,
                                               int lower_fdi, const Eigen::Vector3d& superior) {
  const ToothAxes *const above = upper.named(upper_fdi), *const below = lower.named(lower_fdi);
  if (above == nullptr || below == nullptr) return std::nullopt;
  const auto cusp = buccal_outline(upper, *above).mesial_cusp;
  const auto groove = buccal_outline(lower, *below).mesial_groove;
  if (!cusp || !groove) return std::nullopt;
  // The two buccal cusps of the upper molar share its width.
  return relation(level(below->mesial, superior).dot(*cusp - *groove), above->mesiodistal_mm / 4,
                  {upper_fdi, lower_fdi});
}

std::optional<SagittalRelation> canine_relation(const JawTeeth& upper, const JawTeeth& lower, int upper_fdi,
                                                int lower_fdi, const Eigen::Vector3d& superior) {
  const ToothAxes* const above = upper.named(upper_fdi);
  const ToothAxes *const canine = lower.named(lower_fdi), *const premolar = lower.named(lower_fdi + 1);
  if (above == nullptr || canine == nullptr || premolar == nullptr) return std::nullopt;
  const Eigen::Vector3d between = 0.5 * (in_case(*canine, {-0.5 * canine->mesiodistal_mm, 0, 0}) +
                                         in_case(*premolar, {0.5 * premolar->mesiodistal_mm, 0, 0}));
  const Eigen::Vector3d mesial = level(canine->origin - premolar->origin, superior);
  return relation(mesial.dot(FrontCrown(upper, *above).tip() - between), above->mesiodistal_mm / 2,
                  {upper_fdi, lower_fdi, lower_fdi + 1});
}

}  // namespace

BiteRelations bite_relations(const Bite& bite, const std::vector<ToothAxes>& upper_teeth,
                             const std::vector<ToothAxes>& lower_teeth, const AnatomicalAxes& anatomy) {
  const AnatomicalAxes axes = bite_axes(upper_teeth, lower_teeth, anatomy);
  const JawTeeth upper{*bite.upper, Eigen::Isometry3d::Identity(), upper_teeth, -axes.superior};
  const JawTeeth lower{*bite.lower, bite.upper_from_lower, lower_teeth, axes.superior};
  BiteRelations found;
  add_incisors(found, upper, lower, axes);
  found.right_molar = molar_relation(upper, lower, 16, 46, axes.superior);
  found.left_molar = molar_relation(upper, lower, 26, 36, axes.superior);
  found.right_canine = canine_relation(upper, lower, 13, 43, axes.superior);
  found.left_canine = canine_relation(upper, lower, 23, 33, axes.superior);
  return found;
}

}  // namespace intercusp
