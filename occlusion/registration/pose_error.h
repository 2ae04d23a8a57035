// The error of a pose that registration found, and the resulting error of points.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {

using PoseVector = Vector6d;  //!< a shift in mm, then a turn in rad
using PoseMatrix = Matrix6d;

struct PoseError {
  Eigen::Vector3d centre{0, 0, 0};             //!< point about which turns are, in the target frame
  PoseMatrix covariance = PoseMatrix::Zero();  //!< covariance of shift and turn in the target frame
  double patches = 0;  //!< number of independent pieces of surface from which it was estimated

  //! Standard deviation of a point along a unit direction, mm. Both are in the target frame.
  [[nodiscard]] double deviation_mm(const Eigen::Vector3d& place, const Eigen::Vector3d& direction) const;
  //! The covariance of the turn and of the shift of another point.
  [[nodiscard]] PoseMatrix covariance_about(const Eigen::Vector3d& place) const;
  //! Half of a 95 % interval in standard deviations: Student's t with six degrees of freedom fewer than
  //! patches.
  [[nodiscard]] double interval_factor() const;
  //! The squared Mahalanobis distance from the expected pose that one of 10 000 unmoved pieces exceeds:
  //! Hotelling's, for a covariance that was estimated from this number of patches.
  [[nodiscard]] double distance_limit() const;

 private:
  [[nodiscard]] double freedom() const;
};

//! covariance⁻¹ · vector. Turns are scaled so that all numbers have similar sizes.
[[nodiscard]] PoseVector solved(const PoseMatrix& covariance, const PoseVector& vector);

//! The shift of `centre` and the turn from one pose to another, in the target frame.
[[nodiscard]] PoseVector pose_difference(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                                         const Eigen::Vector3d& centre);

//! Applies a small shift, and a turn about `centre`, to a pose. The inverse of pose_difference.
[[nodiscard]] Eigen::Isometry3d changed_pose(const Eigen::Isometry3d& pose, const PoseVector& change,
                                             const Eigen::Vector3d& centre);

}  // namespace intercusp
