// Rotations by singular values. Compiled once: Eigen's decomposition takes the compiler seconds in each source that asks for it.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

//! The rotation closest to a matrix that was rounded on its way through a file, by the Frobenius norm. \pre a positive
//! determinant
[[nodiscard]] Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear);

//! The least turn that brings one direction onto another, of any lengths; about some axis across them where they are opposite.
[[nodiscard]] Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace intercusp
