#include "occlusion/view/projection.h"

#include <cmath>
#include <stdexcept>

namespace intercusp {
namespace {

//! `vector` without its part along the unit vector `axis`.
Eigen::Vector3d across(const Eigen::Vector3d& vector, const Eigen::Vector3d& axis) {
  return vector - vector.dot(axis) * axis;
}

bool usable(const Eigen::Vector3d& vector) { return vector.allFinite() && vector.norm() > 1e-9; }

Eigen::Isometry3d frame_of(const Eigen::Vector3d& u, const Eigen::Vector3d& v, const Eigen::Vector3d& w,
                           const Eigen::Vector3d& origin) {
  Eigen::Isometry3d case_from_view = Eigen::Isometry3d::Identity();
  case_from_view.linear() << u, v, w;
  case_from_view.translation() = origin;
  return case_from_view.inverse(Eigen::Isometry);
}

}  // namespace

Projection Projection::orthographic(const Eigen::Vector3d& direction, const Eigen::Vector3d& down) {
  if (!usable(direction)) throw std::invalid_argument("a projection needs a direction that is not zero");
  const Eigen::Vector3d depth = direction.normalized();
  Eigen::Vector3d v = across(down, depth);
  for (const Eigen::Vector3d& fallback : {Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(1, 0, 0)}) {
    if (v.allFinite() && v.norm() > 1e-6) break;
    v = across(fallback, depth);
  }
  v.normalize();
  return {Kind::orthographic, frame_of(v.cross(depth), v, depth, Eigen::Vector3d::Zero())};
}

Projection Projection::hinge(const Eigen::Vector3d& origin, const Eigen::Vector3d& axis,
                             const Eigen::Vector3d& opposite_cut) {
  if (!usable(axis) || !origin.allFinite())
    throw std::invalid_argument("a hinge needs an axis that is not zero");
  const Eigen::Vector3d u = axis.normalized();
  const Eigen::Vector3d v = across(opposite_cut, u);
  if (!usable(v)) throw std::invalid_argument("the middle of the jaws lies on the hinge axis");
  return {Kind::hinge, frame_of(u, v.normalized(), u.cross(v).normalized(), origin)};
}

Eigen::Vector3d Projection::map(const Eigen::Vector3d& case_point) const {
  const Eigen::Vector3d p = view_from_case_ * case_point;
  if (kind_ == Kind::orthographic) return p;
  return {p.x(), std::hypot(p.y(), p.z()), std::atan2(p.z(), p.y())};
}

Eigen::Vector3d Projection::unmap(const Eigen::Vector3d& uvd) const {
  Eigen::Vector3d p = uvd;
  if (kind_ == Kind::hinge) {
    p = {uvd.x(), uvd.y() * std::cos(uvd.z()), uvd.y() * std::sin(uvd.z())};
  }
  return view_from_case_.inverse(Eigen::Isometry) * p;
}

Eigen::Vector3d Projection::direction_at(const Eigen::Vector3d& case_point) const {
  const Eigen::Matrix3d case_from_view = view_from_case_.linear().transpose();
  if (kind_ == Kind::orthographic) return case_from_view.col(2);
  const double angle = map(case_point).z();
  return case_from_view * Eigen::Vector3d(0, -std::sin(angle), std::cos(angle));
}

}  // namespace intercusp
