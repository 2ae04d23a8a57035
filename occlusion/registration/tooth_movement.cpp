#include "occlusion/registration/tooth_movement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "occlusion/base/angles.h"
#include "occlusion/case/teeth.h"
#include "occlusion/geometry/decompositions.h"
#include "occlusion/registration/tooth_starts.h"

namespace intercusp {
namespace {

constexpr double movement_reach_mm = 3;
//! In 95 % intervals. 28 teeth have 168 figures: one jaw in twenty shows one beyond this by chance.
constexpr double beyond = 2.1;
// What patches of one crown cannot tell: waves of a scan as wide as a tooth.
constexpr double least_shift_mm = 0.01;
constexpr double least_turn_rad = 0.1 * rad_per_deg;

bool is_left(int fdi) { return intercusp::side_of(fdi) == PatientSide::left; }

std::vector<std::uint8_t> mask_of_tooth(const JawScan& scan, int fdi) {
  std::vector<std::uint8_t> mask(scan.labels.size());
  for (std::size_t v = 0; v < mask.size(); ++v) mask[v] = scan.labels[v] == fdi;
  return mask;
}

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

//! The better of two fits: from where the jaw is, and from where the crowns' middles meet.
Refined fit_of_crowns(const MatchSurface& before, const MatchSurface& after, const Eigen::Isometry3d& pose) {
  const Eigen::Vector3d apart = before.centre() - pose * after.centre();
  const RefineOptions options{.reach_mm = movement_reach_mm};
  Refined best = refine(before, after, pose, options);
  if (apart.norm() > 0.3) {
    const Refined other = refine(before, after, Eigen::Translation3d(apart) * pose, options);
    const auto doubt = [](const Refined& fit) { return fit.noise_mm / std::max(0.01, fit.kept_share); };
    if (doubt(other) < doubt(best)) best = other;
  }
  return best;
}

}  // namespace

bool ToothMovement::has_moved() const {
  return std::ranges::any_of(std::array{buccal_mm, mesial_mm, occlusal_mm, torque_rad, tip_rad, rotation_rad},
                             [](const ChangeFigure& figure) { return figure.beyond_noise().has_value(); });
}

std::optional<AnatomicalAxes> axes_of_scan(const JawScan& scan) {
  const std::map<int, Eigen::Vector3d> teeth = tooth_middles(scan);
  const std::optional<Jaw> jaw = jaw_of_numbers(teeth);
  if (!jaw || teeth.size() < 2) return std::nullopt;
  return axes_of_jaw(scan, teeth, *jaw);
}

std::vector<ToothAxes> axes_of_teeth(const JawScan& scan) {
  const std::optional<AnatomicalAxes> axes = axes_of_scan(scan);
  if (!axes) return {};
  const bool upper = jaw_of_numbers(tooth_middles(scan)) == Jaw::upper;
  Solid solid = solid_of(scan.mesh);
  solid.labels = scan.labels;
  return tooth_axes(solid, face_teeth(solid), Eigen::Isometry3d::Identity(), *axes, upper);
}

std::optional<ToothMovement> tooth_movement(const JawScan& before, const JawScan& after,
                                            const ToothAxes& tooth,
                                            const Eigen::Isometry3d& before_from_after,
                                            const PoseError& error) {
  const MatchSurface crown_before(before.mesh.vertices, before.mesh.faces, mask_of_tooth(before, tooth.fdi));
  const MatchSurface crown_after(after.mesh.vertices, after.mesh.faces, mask_of_tooth(after, tooth.fdi));
  if (crown_before.empty() || crown_after.empty()) return std::nullopt;
  ToothMovement movement;
  movement.fit = fit_of_crowns(crown_before, crown_after, before_from_after);
  constexpr double least_patches = 8;
  if (movement.fit.error.patches < least_patches || movement.fit.stiffness <= 0) return std::nullopt;
  movement.motion = before_from_after * movement.fit.fixed_from_moving.inverse();
  const PoseVector motion = pose_difference(Eigen::Isometry3d::Identity(), movement.motion, tooth.origin);
  const PoseMatrix covariance =
      movement.fit.error.covariance_about(tooth.origin) + error.covariance_about(tooth.origin);
  const auto figure = [&](const PoseVector& row, double least) -> ChangeFigure {
    const double deviation = std::sqrt(std::max(0.0, row.dot(covariance * row)));
    return {row.dot(motion), std::max(least, beyond * movement.fit.error.interval_factor() * deviation)};
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
    return figure(row, least_turn_rad);
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
