#include "occlusion/motion/motion.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>

namespace intercusp {
namespace {

//! A frame whose z is `axis`; the other two axes are arbitrary.
Eigen::Isometry3d view_along(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis) {
  const Eigen::Vector3d z = axis.normalized();
  const Eigen::Vector3d x = z.unitOrthogonal();
  Eigen::Isometry3d case_from_motion = Eigen::Isometry3d::Identity();
  case_from_motion.linear() << x, z.cross(x), z;
  case_from_motion.translation() = origin;
  return case_from_motion.inverse(Eigen::Isometry);
}

}  // namespace

Motion::Motion(Kind kind, const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double limit)
    : kind_(kind), limit_(limit) {
  if (!axis.allFinite() || !(axis.norm() > 1e-9) || !origin.allFinite()) {
    throw std::invalid_argument("a motion needs an axis or a direction that is finite and not zero");
  }
  if (!(limit >= 0)) throw std::invalid_argument("a motion's limit must not be negative");
  motion_from_case_ = view_along(origin, axis);
}

Motion Motion::turn(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis, double limit_rad) {
  return {Kind::turn, origin, axis, std::min(limit_rad, 2 * std::numbers::pi)};
}

Motion Motion::shift(const Eigen::Vector3d& direction, double limit_mm) {
  return {Kind::shift, Eigen::Vector3d::Zero(), direction, limit_mm};
}

Motion Motion::with_limit(double limit) const {
  if (!(limit >= 0)) throw std::invalid_argument("a motion's limit must not be negative");
  Motion other = *this;
  other.limit_ = limit;
  return other;
}

Eigen::Isometry3d Motion::at(double amount) const {
  Eigen::Isometry3d moved = Eigen::Isometry3d::Identity();
  if (kind_ == Kind::turn) {
    moved.linear() = Eigen::AngleAxisd(amount, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  } else {
    moved.translation().z() = amount;
  }
  return motion_from_case_.inverse(Eigen::Isometry) * moved * motion_from_case_;
}

Eigen::Vector3d Motion::velocity_at(const Eigen::Vector3d& case_point) const {
  const Eigen::Matrix3d case_from_motion = motion_from_case_.linear().transpose();
  if (kind_ == Kind::shift) return case_from_motion.col(2);
  const Eigen::Vector3d p = motion_from_case_ * case_point;
  return case_from_motion * Eigen::Vector3d(-p.y(), p.x(), 0);
}

}  // namespace intercusp
