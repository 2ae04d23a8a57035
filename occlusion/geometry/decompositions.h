// Decompositions of small matrices. Compiled once, because Eigen's take the compiler seconds in each library that uses them.
#pragma once

#include <Eigen/Core>

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

}  // namespace intercusp
