// Decompositions of small matrices, and rotations derived from matrices and directions. They are compiled
// once, because each library that instantiates Eigen's decompositions costs the compiler seconds.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace intercusp {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Vector<double, 6>;

//! Eigenvalues of a symmetric matrix in ascending order; column i of `vectors` is the unit
//! eigenvector of value i.
template <int size>
struct PrincipalAxes {
  Eigen::Vector<double, size> values;
  Eigen::Matrix<double, size, size> vectors;
};

[[nodiscard]] PrincipalAxes<2> principal_axes(const Eigen::Matrix2d& symmetric);
[[nodiscard]] PrincipalAxes<3> principal_axes(const Eigen::Matrix3d& symmetric);

//! Eigenvalues in ascending order.
[[nodiscard]] Eigen::Vector2d eigenvalues(const Eigen::Matrix2d& symmetric);
[[nodiscard]] Eigen::Vector3d eigenvalues(const Eigen::Matrix3d& symmetric);

//! Singular values in descending order. Those of a symmetric matrix are the magnitudes of its eigenvalues.
[[nodiscard]] Eigen::Vector3d singular_values(const Eigen::Matrix3d& matrix);
[[nodiscard]] Vector6d singular_values(const Matrix6d& matrix);

//! Solves symmetric · x = right by LDLᵀ.
//! \pre the matrix is positive semidefinite, and `right` has as many rows
[[nodiscard]] Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& symmetric, const Eigen::VectorXd& right);

//! The rotation closest to a matrix in the Frobenius norm, for example to a rotation that was rounded in a
//! file. For a correlation Σ f·mᵀ it is the rotation that brings the vectors m closest to the vectors f
//! (Umeyama 1991, IEEE TPAMI 13(4)).
[[nodiscard]] Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear);

//! The smallest rotation from one direction to another, of any lengths. If they are opposite, it turns about
//! an arbitrary perpendicular axis.
[[nodiscard]] Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace intercusp
