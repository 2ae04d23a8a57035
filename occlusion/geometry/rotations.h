// Rotations that were rounded on their way through a file.
#pragma once

#include <Eigen/SVD>

namespace intercusp {

//! The rotation closest to a matrix, by the Frobenius norm. \pre a positive determinant
[[nodiscard]] inline Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear) {
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

}  // namespace intercusp
