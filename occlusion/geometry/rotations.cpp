#include "occlusion/geometry/rotations.h"

#include <Eigen/SVD>

namespace intercusp {

Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear) {
  const Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner> svd(
      linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d u = svd.matrixU();
  if (u.determinant() * svd.matrixV().determinant() < 0) u.col(2) *= -1;  // no mirror image
  return u * svd.matrixV().transpose();
}

Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d a = from.normalized(), b = to.normalized();
  const double cos_half = 0.5 * (a + b).norm(), sin_half = 0.5 * (a - b).norm();
  const Eigen::Vector3d across = a.cross(b);
  constexpr double least =
      1e-8;  // below, rounding turns the cross product by more than an arbitrary axis is off
  const Eigen::Vector3d axis =
      sin_half * (across.norm() < least ? a.unitOrthogonal() : Eigen::Vector3d(across.normalized()));
  return {cos_half, axis.x(), axis.y(), axis.z()};
}

}  // namespace intercusp
