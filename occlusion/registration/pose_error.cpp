#include "occlusion/registration/pose_error.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace intercusp {

double PoseError::deviation_mm(const Eigen::Vector3d& place, const Eigen::Vector3d& direction) const {
  PoseVector row;
  row << direction, (place - centre).cross(direction);
  return std::sqrt(std::max(0.0, row.dot(covariance * row)));
}

PoseMatrix PoseError::covariance_about(const Eigen::Vector3d& place) const {
  const Eigen::Vector3d from = place - centre;
  PoseMatrix moved = PoseMatrix::Identity();  // a turn shifts the place by turn × from
  moved(0, 4) = from.z();
  moved(0, 5) = -from.y();
  moved(1, 3) = -from.z();
  moved(1, 5) = from.x();
  moved(2, 3) = from.y();
  moved(2, 4) = -from.x();
  return moved * covariance * moved.transpose();
}

double PoseError::interval_factor() const {
  return boost::math::quantile(boost::math::students_t(freedom()), 0.975);
}

double PoseError::distance_limit() const {
  constexpr double chance = 1e-4;
  return 6 * boost::math::quantile(boost::math::complement(boost::math::fisher_f(6, freedom()), chance));
}

double PoseError::freedom() const { return std::max(1.0, patches - 6); }

PoseVector solved(const PoseMatrix& covariance, const PoseVector& vector) {
  constexpr double lever_mm = 20;  // half an arch
  PoseVector units = PoseVector::Ones();
  units.tail<3>() *= lever_mm;
  const PoseMatrix scaled = units.asDiagonal() * covariance * units.asDiagonal();
  return units.asDiagonal() * solve_symmetric(scaled, PoseVector(units.asDiagonal() * vector));
}

PoseVector pose_difference(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                           const Eigen::Vector3d& centre) {
  const Eigen::Isometry3d change = to * from.inverse();
  const Eigen::AngleAxisd turn(change.linear());
  PoseVector difference;
  difference << change * centre - centre, turn.angle() * turn.axis();
  return difference;
}

Eigen::Isometry3d changed_pose(const Eigen::Isometry3d& pose, const PoseVector& change,
                               const Eigen::Vector3d& centre) {
  const Eigen::Vector3d turn = change.tail<3>();
  const double angle = turn.norm();
  Eigen::Isometry3d motion = Eigen::Isometry3d::Identity();
  if (angle > 0) motion.linear() = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
  motion.translation() = centre + change.head<3>() - motion.linear() * centre;
  return motion * pose;
}

}  // namespace intercusp
