// The error of a pose that was found by registration, and what follows from it at a place.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {

using PoseVector = Vector6d;  //!< a shift in mm, then a turn in rad
using PoseMatrix = Matrix6d;

struct PoseError {
  Eigen::Vector3d centre{0, 0, 0};             //!< what turns are about, in the target frame
  PoseMatrix covariance = PoseMatrix::Zero();  //!< of shift and turn in the target frame
  double patches = 0;  //!< how many independent pieces of surface it was estimated from

  //! Standard deviation of a place along a unit direction, mm; both in the target frame.
  [[nodiscard]] double deviation_mm(const Eigen::Vector3d& place, const Eigen::Vector3d& direction) const;
  //! The covariance of the shift of another place and of the turn.
  [[nodiscard]] PoseMatrix covariance_about(const Eigen::Vector3d& place) const;
  //! Half of a 95 % interval in standard deviations: Student's t with six degrees of freedom fewer than patches.
  [[nodiscard]] double interval_factor() const;
  //! Mahalanobis' squared distance from where it is expected that one of 10 000 unmoved pieces exceeds: Hotelling's, whose
  //! covariance was estimated from so many patches.
  [[nodiscard]] double distance_limit() const;

 private:
  [[nodiscard]] double freedom() const;
};

//! covariance⁻¹ · vector, with turns scaled so that all numbers are alike in size.
[[nodiscard]] PoseVector solved(const PoseMatrix& covariance, const PoseVector& vector);

//! The shift of `centre` and the turn from one pose to another, in the target frame.
[[nodiscard]] PoseVector pose_difference(const Eigen::Isometry3d& from, const Eigen::Isometry3d& to,
                                         const Eigen::Vector3d& centre);

//! What a small shift and turn about `centre` does to a pose. The inverse of pose_difference.
[[nodiscard]] Eigen::Isometry3d changed_pose(const Eigen::Isometry3d& pose, const PoseVector& change,
                                             const Eigen::Vector3d& centre);

}  // namespace intercusp
