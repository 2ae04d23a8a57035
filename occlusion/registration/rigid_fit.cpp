#include "occlusion/registration/rigid_fit.h"

#include <Eigen/SVD>
#include <cmath>

namespace intercusp {
namespace {

using Points = Eigen::Matrix3Xd;

Points points_of(std::span<const PointPair> pairs, Eigen::Vector3d PointPair::*which) {
  Points points(3, static_cast<Eigen::Index>(pairs.size()));
  for (Eigen::Index i = 0; i < points.cols(); ++i) points.col(i) = pairs[static_cast<std::size_t>(i)].*which;
  return points;
}

//! Root mean square of the distances from the line that fits best.
double from_a_line_mm(const Points& points) {
  const Points about_middle = points.colwise() - points.rowwise().mean();
  const Eigen::Vector3d spread = about_middle.jacobiSvd().singularValues();
  return std::hypot(spread[1], spread[2]) / std::sqrt(static_cast<double>(points.cols()));
}

}  // namespace

Eigen::Isometry3d rigid_fit(std::span<const PointPair> pairs) {
  constexpr bool with_scale = false;
  Eigen::Isometry3d pose;
  pose.matrix() =
      Eigen::umeyama(points_of(pairs, &PointPair::moving), points_of(pairs, &PointPair::fixed), with_scale);
  return pose;
}

bool determine_a_pose(std::span<const PointPair> pairs) {
  constexpr std::size_t least = 3;
  constexpr double least_mm = 1;
  return pairs.size() >= least && from_a_line_mm(points_of(pairs, &PointPair::fixed)) > least_mm &&
         from_a_line_mm(points_of(pairs, &PointPair::moving)) > least_mm;
}

}  // namespace intercusp
