// Decompositions of small matrices, and rotations that follow from matrices and directions. Compiled once, because Eigen's take the
// compiler seconds in each library that uses them.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace intercusp {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Vector<double, 6>;

//! A symmetric matrix's eigenvalues in ascending order, and for each a column of unit length.
template <int size>
struct PrincipalAxes {
  Eigen::Vector<double, size> values;
  Eigen::Matrix<double, size, size> vectors;
};

[[nodiscard]] PrincipalAxes<2> principal_axes(const Eigen::Matrix2d& symmetric);
[[nodiscard]] PrincipalAxes<3> principal_axes(const Eigen::Matrix3d& symmetric);

//! In ascending order.
[[nodiscard]] Eigen::Vector2d eigenvalues(const Eigen::Matrix2d& symmetric);
[[nodiscard]] Eigen::Vector3d eigenvalues(const Eigen::Matrix3d& symmetric);

//! In descending order. Those of a symmetric matrix are the sizes of its eigenvalues.
[[nodiscard]] Eigen::Vector3d singular_values(const Eigen::Matrix3d& matrix);
[[nodiscard]] Vector6d singular_values(const Matrix6d& matrix);

//! x of symmetric · x = right, by LDLᵀ. \pre the matrix is positive semidefinite, and right has as many rows
[[nodiscard]] Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& symmetric, const Eigen::VectorXd& right);

//! The rotation closest to a matrix by the Frobenius norm, as to one that was rounded on its way through a file. Of a
//! correlation Σ f·mᵀ, the turn of the vectors m that brings them closest to f (Umeyama 1991, IEEE TPAMI 13(4)).
[[nodiscard]] Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear);

//! The least rotation from one direction to another, of any lengths; about an arbitrary axis across them if they are
//! opposite.
[[nodiscard]] Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace intercusp
