#include "occlusion/geometry/decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace intercusp {
namespace {

// The closed form is used, because the iterative solver takes the compiler six seconds for 2 × 2 and a third
// of a second for 3 × 3.
Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solved(const Eigen::Matrix2d& symmetric, int what) {
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver;
  solver.computeDirect(symmetric, what);
  return solver;
}

Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solved(const Eigen::Matrix3d& symmetric, int what) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(symmetric, what);
}

template <class Matrix>
auto axes_of(const Matrix& symmetric) {
  const auto solver = solved(symmetric, Eigen::ComputeEigenvectors);
  return PrincipalAxes<Matrix::RowsAtCompileTime>{solver.eigenvalues(), solver.eigenvectors()};
}

template <class Matrix>
auto singular_values_of(const Matrix& matrix) {
  return Eigen::JacobiSVD<Matrix, Eigen::NoQRPreconditioner>(matrix).singularValues();
}

}  // namespace

PrincipalAxes<2> principal_axes(const Eigen::Matrix2d& symmetric) { return axes_of(symmetric); }
PrincipalAxes<3> principal_axes(const Eigen::Matrix3d& symmetric) { return axes_of(symmetric); }

Eigen::Vector2d eigenvalues(const Eigen::Matrix2d& symmetric) {
  return solved(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}
Eigen::Vector3d eigenvalues(const Eigen::Matrix3d& symmetric) {
  return solved(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::Vector3d singular_values(const Eigen::Matrix3d& matrix) { return singular_values_of(matrix); }
Vector6d singular_values(const Matrix6d& matrix) { return singular_values_of(matrix); }

Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& symmetric, const Eigen::VectorXd& right) {
  return symmetric.ldlt().solve(right);
}

Eigen::Matrix3d nearest_rotation(const Eigen::Matrix3d& linear) {
  const Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner> svd(
      linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d u = svd.matrixU();
  if (u.determinant() * svd.matrixV().determinant() < 0) u.col(2) *= -1;  // a rotation, not a reflection
  return u * svd.matrixV().transpose();
}

Eigen::Quaterniond turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d a = from.normalized(), b = to.normalized();
  const double cos_half = 0.5 * (a + b).norm(), sin_half = 0.5 * (a - b).norm();
  const Eigen::Vector3d across = a.cross(b);
  // Below this, rounding turns the cross product farther from the right axis than an arbitrary axis is.
  constexpr double least = 1e-8;
  const Eigen::Vector3d axis =
      sin_half * (across.norm() < least ? a.unitOrthogonal() : Eigen::Vector3d(across.normalized()));
  return {cos_half, axis.x(), axis.y(), axis.z()};
}

}  // namespace intercusp
