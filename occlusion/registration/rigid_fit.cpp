#include "occlusion/registration/rigid_fit.h"

#include <algorithm>
#include <cmath>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

PointPair middle_of(std::span<const PointPair> pairs) {
  PointPair sum;
  for (const auto& [fixed, moving] : pairs) {
    sum.fixed += fixed;
    sum.moving += moving;
  }
  const double count = static_cast<double>(pairs.size());
  return {sum.fixed / count, sum.moving / count};
}

//! Root mean square of the distances from the line that fits best, on one of the scans.
double from_a_line_mm(std::span<const PointPair> pairs, Eigen::Vector3d PointPair::*point) {
  const Eigen::Vector3d middle = middle_of(pairs).*point;
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const PointPair& pair : pairs) spread += (pair.*point - middle) * (pair.*point - middle).transpose();
  const Eigen::Vector3d squares_mm2 = eigenvalues(spread) / static_cast<double>(pairs.size());
  return std::sqrt(std::max(0.0, squares_mm2[0] + squares_mm2[1]));
}

}  // namespace

Eigen::Isometry3d rigid_fit(std::span<const PointPair> pairs) {
  const PointPair middle = middle_of(pairs);
  Eigen::Matrix3d correlation = Eigen::Matrix3d::Zero();
  for (const auto& [fixed, moving] : pairs)
    correlation += (fixed - middle.fixed) * (moving - middle.moving).transpose();
  Eigen::Isometry3d pose(nearest_rotation(correlation));
  pose.translation() = middle.fixed - pose.linear() * middle.moving;
  return pose;
}

bool determine_a_pose(std::span<const PointPair> pairs) {
  constexpr std::size_t least = 3;
  constexpr double least_mm = 1;
  return pairs.size() >= least && from_a_line_mm(pairs, &PointPair::fixed) > least_mm &&
         from_a_line_mm(pairs, &PointPair::moving) > least_mm;
}

}  // namespace intercusp
