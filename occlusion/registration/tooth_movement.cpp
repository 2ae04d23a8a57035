#include "occlusion/registration/tooth_movement.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "occlusion/base/angles.h"
#include "occlusion/case/teeth.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

//! In 95 % intervals. 28 teeth have 168 figures: one jaw in twenty shows one beyond this by chance.
constexpr double beyond = 2.1;
// What patches of one crown cannot tell: waves of a scan as wide as a tooth.
constexpr double least_shift_mm = 0.01;
constexpr double least_turn_rad = 0.1 * rad_per_deg;
//! Of 180 turns of 60 crowns on scans of 12 000 triangles (seeds 101 to 125 of tests/changes) 91 % lie within the intervals that
//! the patches give, 95 % within so many times these.
constexpr double wider_turn = 1.14;
//! Above this support nothing has changed: 0.94 to 0.97 in 28 fits of 14 unchanged crowns; rims are the rest.
constexpr double unchanged_support = 0.93;

bool is_left(int fdi) { return intercusp::side_of(fdi) == PatientSide::left; }

//! Area-weighted mean normal of the faces of teeth: towards the opposite jaw.
Eigen::Vector3d towards_bite(const JawScan& scan) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t f = 0; f < scan.mesh.faces.size(); ++f) {
    const Face& face = scan.mesh.faces[f];
    if (std::all_of(face.begin(), face.end(), [&](auto v) { return scan.labels[v] != 0; }))
      sum += face_normal_twice_area(scan.mesh, f);
  }
  return sum.normalized();
}

Eigen::Vector3d level(const Eigen::Vector3d& direction, const Eigen::Vector3d& axis) {
  return (direction - direction.dot(axis) * axis).normalized();
}

//! Across the plane of the teeth's middles, up as the patient's left and front say; nothing for a part of an arch. Normals
//! would not do: crowns that are closed, or scanned further down on one side, face anywhere on the whole.
std::optional<Eigen::Vector3d> superior_of_arch(const std::map<int, Eigen::Vector3d>& teeth) {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero(), left = mean, right = mean, front = mean;
  int lefts = 0, rights = 0, fronts = 0;  // lefts and rights are behind the canines
  for (const auto& [fdi, middle] : teeth) {
    mean += middle / static_cast<double>(teeth.size());
    if (is_front_tooth(fdi)) {
      front += middle;
      ++fronts;
    } else {
      (is_left(fdi) ? left : right) += middle;
      ++(is_left(fdi) ? lefts : rights);
    }
  }
  if (lefts == 0 || rights == 0 || fronts == 0) return std::nullopt;
  const Eigen::Vector3d to_left = left / lefts - right / rights;
  const Eigen::Vector3d to_front = front / fronts - 0.5 * (left / lefts + right / rights);
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const auto& [fdi, middle] : teeth) spread += (middle - mean) * (middle - mean).transpose();
  const Eigen::Vector3d across = principal_axes(spread).vectors.col(0);
  return across.dot(to_front.cross(to_left)) < 0 ? Eigen::Vector3d(-across) : across;
}

AnatomicalAxes axes_of_jaw(const JawScan& scan, const std::map<int, Eigen::Vector3d>& teeth, Jaw jaw) {
  AnatomicalAxes axes;
  if (const auto superior = superior_of_arch(teeth)) {
    axes.superior = *superior;
  } else {
    const Eigen::Vector3d up = towards_bite(scan);
    axes.superior = jaw == Jaw::upper ? Eigen::Vector3d(-up) : up;
  }
  Eigen::Vector3d left = Eigen::Vector3d::Zero(), right = left, front = left, back = left;
  int lefts = 0, rights = 0, foremost = 9, hindmost = 0;
  for (const auto& [fdi, middle] : teeth) {
    (is_left(fdi) ? left : right) += middle;
    ++(is_left(fdi) ? lefts : rights);
    const int place = place_of(fdi);
    if (place < foremost) foremost = place, front = middle;
    if (place > hindmost) hindmost = place, back = middle;
  }
  if (lefts > 0 && rights > 0) {
    axes.left = level(left / lefts - right / rights, axes.superior);
    axes.anterior = axes.left.cross(axes.superior);
  } else {
    axes.anterior = level(front - back, axes.superior);
    axes.left = axes.superior.cross(axes.anterior);
  }
  return axes;
}

//! A crown that was cut out shows no arch: the axes of the file, for columns through gaps that face all around.
std::vector<ToothAxes> axes_of_lone_tooth(const JawScan& scan) {
  const std::map<int, Eigen::Vector3d> teeth = tooth_middles(scan);
  if (teeth.size() != 1) return {};
  return {{.fdi = teeth.begin()->first,
           .mesial = Eigen::Vector3d::UnitX(),
           .buccal = Eigen::Vector3d::UnitY(),
           .occlusal = Eigen::Vector3d::UnitZ(),
           .origin = teeth.begin()->second,
           .faces = {}}};
}

//! Mahalanobis' squared distance of a fit from what is expected of it.
double distance_of(const PieceFit& fit, const Eigen::Isometry3d& expected, const PoseMatrix& covariance,
                   const Eigen::Vector3d& middle) {
  const PoseVector apart = pose_difference(expected, fit.before_from_after, middle);
  return apart.dot(solved(covariance + fit.error.covariance_about(middle), apart));
}

//! The pose between a fit and what is expected of it, each by its precision.
CrownPlace between(const PieceFit& fit, const Eigen::Isometry3d& expected, const PoseMatrix& covariance,
                   const Eigen::Vector3d& middle) {
  const PoseMatrix own = fit.error.covariance_about(middle);
  const PoseVector apart = pose_difference(expected, fit.before_from_after, middle);
  CrownPlace place{
      .before_from_after = expected, .error = {middle, covariance, fit.error.patches}, .fit = fit};
  if (own.isZero()) return place;  // too few patches, or none is off
  PoseMatrix gain;                 // covariance · (covariance + own)⁻¹, both symmetric
  for (int column = 0; column < 6; ++column)
    gain.row(column) = solved(covariance + own, covariance.col(column)).transpose();
  place.before_from_after = changed_pose(expected, gain * apart, middle);
  place.error.covariance = covariance - gain * covariance;
  return place;
}

//! Residuals of a pose that stays as it is.
PieceFit rated(const CrownPair& crown, const Eigen::Isometry3d& pose, const ResidualNoise& noise,
               const std::optional<double>& layer_mm) {
  return fit_piece(*crown.before, *crown.after, pose, noise,
                   {.first_scale_mm = noise.vertex_mm,
                    .pose = false,
                    .layer = layer_mm.has_value(),
                    .first_layer_mm = layer_mm.value_or(0)});
}

}  // namespace

std::optional<AnatomicalAxes> axes_of_scan(const JawScan& scan) {
  const std::map<int, Eigen::Vector3d> teeth = tooth_middles(scan);
  const std::optional<Jaw> jaw = jaw_of_numbers(teeth);
  if (!jaw || teeth.size() < 2) return std::nullopt;
  return axes_of_jaw(scan, teeth, *jaw);
}

std::vector<ToothAxes> axes_of_teeth(const JawScan& scan) {
  const std::optional<AnatomicalAxes> axes = axes_of_scan(scan);
  if (!axes) return axes_of_lone_tooth(scan);
  const Jaw jaw = jaw_of_numbers(tooth_middles(scan)).value_or(Jaw::lower);
  Solid solid = solid_of(scan.mesh);
  solid.labels = scan.labels;
  return tooth_axes(solid, face_teeth(solid), Eigen::Isometry3d::Identity(), *axes, jaw);
}

PieceFit own_fit(const CrownPair& crown, const Eigen::Isometry3d& start,
                 const Eigen::Isometry3d& before_from_after, const ResidualNoise& noise) {
  constexpr double close_mm = 0.02, near_mm = 0.1, far_mm = 0.6;
  const auto from = [&](const Eigen::Isometry3d& pose, double first_scale_mm) {
    return fit_piece(*crown.before, *crown.after, pose, noise, {.first_scale_mm = first_scale_mm});
  };
  PieceFit best = from(start, near_mm);
  if (best.support > unchanged_support) return best;  // no other start can be better
  const auto take = [&](const PieceFit& other) {
    if (other.score > best.score) best = other;
  };
  take(from(start, far_mm));
  take(from(before_from_after, close_mm));  // of a crown whose greater part has changed the rest stands
  const Eigen::Vector3d apart = crown.before->centre() - start * crown.after->centre();
  if (apart.norm() > 2 * near_mm) take(from(Eigen::Translation3d(apart) * start, far_mm));
  return best;
}

CrownPlace place_of_crown(const CrownPair& crown, const PieceFit& own, const ExpectedCrown& of_others,
                          const ResidualNoise& noise) {
  const auto& [expected, covariance, even_layer] = of_others;
  // In units of the score. A crown has some hundred patches: the criterion of Schwarz (1978) asks 2.3 for each parameter.
  constexpr double of_movement = 20;
  const double of_layer = even_layer ? 0 : 6;
  // A layer is found from wherever it is; a pose only near where it is expected.
  const double tight_mm = 4 * noise.vertex_mm, wide_mm = 0.5;
  const auto near = [&](bool layer) {
    return fit_piece(*crown.before, *crown.after, expected, noise,
                     {.first_scale_mm = layer ? wide_mm : tight_mm, .layer = layer});
  };
  // Half of the squared distance is what a normal prior takes from the logarithm of the likelihood.
  const auto prior = [&](const PieceFit& fit) {
    return 0.5 * distance_of(fit, expected, covariance, crown.middle);
  };
  const PieceFit bare = near(false);
  CrownPlace best = between(bare, expected, covariance, crown.middle);
  double score = rated(crown, best.before_from_after, noise, std::nullopt).score - prior(bare);
  const PieceFit still = rated(crown, expected, noise, std::nullopt);
  if (still.score > score) {
    best = {.before_from_after = expected,
            .error = {crown.middle, covariance, still.error.patches},
            .fit = still};
    score = still.score;
  }
  if (even_layer || still.support < unchanged_support) {
    const PieceFit layered = near(true);
    CrownPlace with_layer = between(layered, expected, covariance, crown.middle);
    const PieceFit as_layer = rated(crown, with_layer.before_from_after, noise, layered.layer_mm);
    const double layer_score = as_layer.score - prior(layered) - of_layer;
    if (layer_score > score) {
      best = with_layer;
      best.layer_mm = as_layer.layer_mm;
      score = layer_score;
    }
  }
  // Surfaces that slide along themselves let a movement explain a loss, though not all of it. Of 23 crowns that moved by 0.2 to 3
  // mm at most 0.18 lay where others say, 0.44 on a coarse scan; with their palatal enamel gone, four of incisors 0.54 to 0.59.
  constexpr double whole = 0.8, stays = 0.6;
  const bool stays_in_part = own.support < whole && still.support > stays * own.support;
  if (!stays_in_part && own.score > score + of_movement &&
      distance_of(own, expected, covariance, crown.middle) > own.error.distance_limit())
    best = {own.before_from_after, own.error, own, 0, true};
  return best;
}

ToothMovement movement_of(const CrownPair& crown, const PieceFit& own, const Eigen::Isometry3d& expected,
                          const PoseMatrix& covariance, bool has_moved) {
  const ToothAxes& tooth = crown.axes;
  ToothMovement movement{.has_moved = has_moved};
  movement.motion = expected * own.before_from_after.inverse();
  const PoseVector motion = pose_difference(Eigen::Isometry3d::Identity(), movement.motion, crown.middle);
  const PoseMatrix both = own.error.covariance_about(crown.middle) + covariance;
  const auto figure = [&](const PoseVector& row, double least, double wider = 1) -> ChangeFigure {
    const double half = wider * own.error.interval_factor() * std::sqrt(std::max(0.0, row.dot(both * row)));
    const double value = row.dot(motion);
    return {value, std::max(least, beyond * half), {value - half, value + half}};
  };
  const auto shift = [&](const Eigen::Vector3d& axis) {
    PoseVector row = PoseVector::Zero();
    row.head<3>() = axis;
    return figure(row, least_shift_mm);
  };
  // A turn ω moves what points along `from` towards `to` by (ω × from)·to = ω·(from × to).
  const auto turn = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    PoseVector row = PoseVector::Zero();
    row.tail<3>() = from.cross(to);
    return figure(row, least_turn_rad, wider_turn);
  };
  movement.buccal_mm = shift(tooth.buccal);
  movement.mesial_mm = shift(tooth.mesial);
  movement.occlusal_mm = shift(tooth.occlusal);
  movement.torque_rad = turn(tooth.occlusal, tooth.buccal);
  movement.tip_rad = turn(tooth.occlusal, tooth.mesial);
  movement.rotation_rad = turn(tooth.mesial, tooth.buccal);
  return movement;
}

}  // namespace intercusp
