#include "occlusion/geometry/decompositions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "datasets/seeded_random.h"

namespace intercusp {
namespace {

constexpr double rounding = 1e-13;  // some hundred roundings of numbers below 1, whose squares are summed

template <int size>
Eigen::Matrix<double, size, size> random_matrix(SeededRandom& random) {
  return Eigen::Matrix<double, size, size>::NullaryExpr([&] { return random.uniform(-1, 1); });
}

template <int size>
void check_principal_axes(SeededRandom& random) {
  const Eigen::Matrix<double, size, size> any = random_matrix<size>(random),
                                          symmetric = any + any.transpose();
  const PrincipalAxes<size> found = principal_axes(symmetric);
  EXPECT_LT((found.vectors * found.values.asDiagonal() * found.vectors.transpose() - symmetric).norm(),
            rounding);
  EXPECT_LT((found.vectors.transpose() * found.vectors - symmetric.Identity()).norm(), rounding);
  EXPECT_TRUE(std::is_sorted(found.values.begin(), found.values.end()));
  EXPECT_LT((eigenvalues(symmetric) - found.values).norm(), rounding);
}

TEST(Decompositions, principal_axes_make_up_the_matrix) {
  SeededRandom random(1);
  for (int run = 0; run < 1000; ++run) {
    check_principal_axes<2>(random);
    check_principal_axes<3>(random);
  }
}

TEST(Decompositions, axes_of_equal_length_are_at_right_angles) {
  EXPECT_LT((principal_axes(Eigen::Matrix2d(Eigen::Matrix2d::Identity())).vectors.determinant() - 1),
            rounding);
  const PrincipalAxes<2> none = principal_axes(Eigen::Matrix2d(Eigen::Matrix2d::Zero()));
  EXPECT_EQ(none.values, Eigen::Vector2d::Zero());
  EXPECT_LT((none.vectors.transpose() * none.vectors - Eigen::Matrix2d::Identity()).norm(), rounding);
}

TEST(Decompositions, singular_values_are_the_squares_roots_of_eigenvalues) {
  SeededRandom random(2);
  for (int run = 0; run < 1000; ++run) {
    const Eigen::Matrix3d any = random_matrix<3>(random);
    const Eigen::Vector3d squares = singular_values(any).cwiseAbs2().reverse();
    EXPECT_LT((squares - eigenvalues(Eigen::Matrix3d(any.transpose() * any))).norm(), rounding);
    const Matrix6d six = random_matrix<6>(random);
    const Matrix6d squared = six * six.transpose();
    const Vector6d values = singular_values(squared);
    EXPECT_NEAR(values.sum(), squared.trace(), rounding * squared.trace());
    EXPECT_NEAR(values.prod(), std::pow(six.determinant(), 2), rounding * std::pow(values[0], 6));
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end(), std::greater<>()));
  }
}

TEST(Decompositions, solutions_solve) {
  SeededRandom random(3);
  for (const int size : {2, 3, 6, 7}) {
    for (int run = 0; run < 100; ++run) {
      const Eigen::MatrixXd any =
          Eigen::MatrixXd::NullaryExpr(size, size, [&] { return random.uniform(-1, 1); });
      const Eigen::MatrixXd symmetric = any * any.transpose() + Eigen::MatrixXd::Identity(size, size);
      const Eigen::VectorXd truth = Eigen::VectorXd::NullaryExpr(size, [&] { return random.uniform(-1, 1); });
      EXPECT_LT((solve_symmetric(symmetric, symmetric * truth) - truth).norm(), 10 * rounding);
    }
  }
}

TEST(Decompositions, what_a_singular_matrix_does_not_hold_stays_finite) {
  const Eigen::Vector3d held(1, 2, 3);
  const Eigen::MatrixXd flat = held * held.transpose();
  const Eigen::Vector3d found = solve_symmetric(flat, flat * Eigen::Vector3d(4, 5, 6));
  ASSERT_TRUE(found.allFinite());
  EXPECT_LT((flat * found - flat * Eigen::Vector3d(4, 5, 6)).norm(), 1e-9);
}

}  // namespace
}  // namespace intercusp
