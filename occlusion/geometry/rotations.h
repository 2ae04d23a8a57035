// Rotations by singular values. Compiled once, because Eigen's decomposition takes the compiler seconds in each source
// that uses it.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

//! The rotation closest to a matrix that was rounded on its way through a file, by the Frobenius norm. \pre a positive
//! determinant
[[nodiscard]] Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear);

//! The least rotation from one direction to another, of any lengths; about an arbitrary axis across them if they are
//! opposite.
[[nodiscard]] Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace intercusp
