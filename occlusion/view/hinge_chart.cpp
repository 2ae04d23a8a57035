#include "occlusion/view/hinge_chart.h"

#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

bool usable(const Eigen::Vector3d& vector) { return vector.allFinite() && vector.norm() > 1e-9; }

}  // namespace

HingeChart::HingeChart(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                       const Eigen::Vector3d& opposite_cut) {
  if (!usable(axis) || !origin.allFinite())
    throw std::invalid_argument("a hinge needs an axis that is not zero");
  const Eigen::Vector3d u = axis.normalized();
  const Eigen::Vector3d v = opposite_cut - opposite_cut.dot(u) * u;
  if (!usable(v)) throw std::invalid_argument("the middle of the jaws lies on the hinge axis");
  Eigen::Isometry3d case_from_hinge = Eigen::Isometry3d::Identity();
  case_from_hinge.linear() << u, v.normalized(), u.cross(v).normalized();
  case_from_hinge.translation() = origin;
  hinge_from_case_ = case_from_hinge.inverse(Eigen::Isometry);
}

Eigen::Vector3d HingeChart::map(const Eigen::Vector3d& case_point) const {
  const Eigen::Vector3d p = hinge_from_case_ * case_point;
  return {p.x(), std::hypot(p.y(), p.z()), std::atan2(p.z(), p.y())};
}

Eigen::Vector3d HingeChart::unmap(const Eigen::Vector3d& uvd) const {
  const Eigen::Vector3d p(uvd.x(), uvd.y() * std::cos(uvd.z()), uvd.y() * std::sin(uvd.z()));
  return hinge_from_case_.inverse(Eigen::Isometry) * p;
}

Eigen::Vector3d HingeChart::direction_at(const Eigen::Vector3d& case_point) const {
  const double angle = map(case_point).z();
  return hinge_from_case_.linear().transpose() * Eigen::Vector3d(0, -std::sin(angle), std::cos(angle));
}

}  // namespace intercusp
