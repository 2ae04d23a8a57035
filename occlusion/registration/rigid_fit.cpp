#include "occlusion/registration/rigid_fit.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "occlusion/geometry/rotations.h"

namespace intercusp {
namespace {

using Points = Eigen::Matrix3Xd;

Points points_of(std::span<const PointPair> pairs, Eigen::Vector3d PointPair::*which) {
  Points points(3, static_cast<Eigen::Index>(pairs.size()));
  for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = pairs[static_cast<std::size_t>(i)].*which;
  return points;
}

Points about_middle(const Points& points) { return points.colwise() - points.rowwise().mean(); }

//! Root mean square of the distances from the line that fits best.
double from_a_line_mm(const Points& points) {
  const Points centred = about_middle(points);
  const Eigen::Matrix3d spread = centred * centred.transpose() / static_cast<double>(points.cols());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, axes.eigenvalues()[0] + axes.eigenvalues()[1]));
}

}  // namespace

Eigen::Isometry3d rigid_fit(std::span<const PointPair> pairs) {
  const Points fixed = points_of(pairs, &PointPair::fixed), moving = points_of(pairs, &PointPair::moving);
  Eigen::Isometry3d pose(nearest_rotation(about_middle(fixed) * about_middle(moving).transpose()));
  pose.translation() = fixed.rowwise().mean() - pose.linear() * moving.rowwise().mean();
  return pose;
}

bool determine_a_pose(std::span<const PointPair> pairs) {
  constexpr std::size_t least = 3;
  constexpr double least_mm = 1;
  return pairs.size() >= least && from_a_line_mm(points_of(pairs, &PointPair::fixed)) > least_mm &&
         from_a_line_mm(points_of(pairs, &PointPair::moving)) > least_mm;
}

}  // namespace intercusp
