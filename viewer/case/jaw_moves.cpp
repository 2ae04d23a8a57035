#include "viewer/case/jaw_moves.h"

#include <algorithm>
#include <cmath>

namespace intercusp::viewer {
namespace {

//! Turns about left, then anterior, then superior.
Eigen::Matrix3d turn_of(const AnatomicalAxes& axes, const Eigen::Vector3d& turn_rad) {
  return (Eigen::AngleAxisd(turn_rad.z(), axes.superior) * Eigen::AngleAxisd(turn_rad.y(), axes.anterior) *
          Eigen::AngleAxisd(turn_rad.x(), axes.left))
      .toRotationMatrix();
}

//! The inverse of turn_of.
Eigen::Vector3d angles_of(const AnatomicalAxes& axes, const Eigen::Matrix3d& turn) {
  // Left, posterior and superior are right-handed, as x, y and z; about posterior the angle has the other
  // sign.
  Eigen::Matrix3d patient;
  patient << axes.left, axes.posterior(), axes.superior;
  const Eigen::Matrix3d r = patient.transpose() * turn * patient;
  const double about_posterior = std::atan2(-r(2, 0), std::hypot(r(2, 1), r(2, 2)));
  return {std::atan2(r(2, 1), r(2, 2)), -about_posterior, std::atan2(r(1, 0), r(0, 0))};
}

Eigen::Vector3d along(const AnatomicalAxes& axes, const Eigen::Vector3d& left_anterior_superior) {
  return left_anterior_superior.x() * axes.left + left_anterior_superior.y() * axes.anterior +
         left_anterior_superior.z() * axes.superior;
}

//! The pose with this rotation that has the lower's centre at a place.
Eigen::Isometry3d pose_about_centre(const LoadedCase& loaded, const Eigen::Matrix3d& rotation,
                                    const Eigen::Vector3d& centre) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = rotation;
  pose.translation() = centre - rotation * loaded.lower_centre;
  return pose;
}

}  // namespace

PoseNumbers numbers_of(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower) {
  const AnatomicalAxes axes = loaded.axes();
  const Eigen::Isometry3d& opened = loaded.bite.upper_from_lower;
  const Eigen::Vector3d shift = upper_from_lower * loaded.lower_centre - opened * loaded.lower_centre;
  return {.shift_mm = {axes.left.dot(shift), axes.anterior.dot(shift), axes.superior.dot(shift)},
          .turn_rad = angles_of(axes, upper_from_lower.linear() * opened.linear().transpose())};
}

Eigen::Isometry3d pose_of(const LoadedCase& loaded, const PoseNumbers& numbers) {
  return nudged(loaded, loaded.bite.upper_from_lower, numbers);
}

Eigen::Isometry3d nudged(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                         const PoseNumbers& by) {
  const AnatomicalAxes axes = loaded.axes();
  return pose_about_centre(loaded, turn_of(axes, by.turn_rad) * upper_from_lower.linear(),
                           upper_from_lower * loaded.lower_centre + along(axes, by.shift_mm));
}

Eigen::Vector3d centre_of_lower(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower) {
  return upper_from_lower * loaded.lower_centre;
}

Condyles condyles_of(const LoadedCase& loaded, const HingeAxis& hinge) {
  return hinge.measured ? *hinge.measured : bonwill_condyles(loaded.hinged_point, loaded.axes(), hinge);
}

Eigen::Isometry3d hinged(const Condyles& condyles, const Eigen::Isometry3d& upper_from_lower,
                         double opening_rad) {
  return opened_about(condyles, opening_rad) * upper_from_lower;
}

double HingeArm::incisal_mm(double opening_rad) const { return 2 * length_mm * std::sin(opening_rad / 2); }

double HingeArm::opening_rad(double incisal_mm) const {
  return 2 * std::asin(std::clamp(incisal_mm / (2 * length_mm), -1.0, 1.0));
}

HingeArm hinge_arm(const LoadedCase& loaded, const HingeAxis& hinge) {
  const Condyles condyles = condyles_of(loaded, hinge);
  return {.length_mm = (loaded.hinged_point - condyles.middle()).cross(condyles.axis()).norm()};
}

double incisors_open_mm(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower) {
  const Eigen::Vector3d lower_point = loaded.bite.upper_from_lower.inverse() * loaded.hinged_point;
  return loaded.axes().superior.dot(loaded.hinged_point - upper_from_lower * lower_point);
}

JawPaths paths_of(const TracedJaw& jaw, const Track& track) {
  const AnatomicalAxes& axes = jaw.axes;
  const std::array<Eigen::Vector3d, path_points> points = {jaw.incisal_point, jaw.condyles.right,
                                                           jaw.condyles.left};
  Eigen::Matrix3d patient_from_case;
  patient_from_case << axes.left.transpose(), axes.anterior.transpose(), axes.superior.transpose();
  JawPaths paths;
  for (const TimedPose& pose : track.poses) {
    const Eigen::Isometry3d moved = pose.upper_from_lower * jaw.upper_from_lower.inverse(Eigen::Isometry);
    for (std::size_t i = 0; i < points.size(); ++i)
      paths[i].emplace_back(patient_from_case * (moved * points[i] - points[i]));
  }
  return paths;
}

}  // namespace intercusp::viewer
