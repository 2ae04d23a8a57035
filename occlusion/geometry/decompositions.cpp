#include "occlusion/geometry/decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace intercusp {
namespace {

// In closed form: the iteration for two rows takes the compiler six seconds, that for three a third of one.
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

}  // namespace intercusp
