// Rotations that follow from matrices and directions. Compiled once, because singular values take the compiler seconds in each
// library that uses them.
#pragma once

#include <Eigen/Geometry>

namespace intercusp {

//! The rotation closest to a matrix by the Frobenius norm, as to one that was rounded on its way through a file. Of a
//! correlation Σ f·mᵀ, the turn of the vectors m that brings them closest to f (Umeyama 1991, IEEE TPAMI 13(4)).
[[nodiscard]] Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear);

//! The least rotation from one direction to another, of any lengths; about an arbitrary axis across them if they are
//! opposite.
[[nodiscard]] Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace intercusp
