// The common change of an arch's crowns between two scans: a pose, a growth in size, and a smooth distortion
// along the arch, as scanners cause it that stitch pictures (spread, twist, bend). Teeth that deviate from it
// have changed by themselves.
//
// Each crown contributes its own pose with its error. For each axis of the frame, distortions are Legendre
// polynomials of the position along the arch, up to the fourth degree. Their size is estimated from the
// crowns (expectation and maximization), starting with the known error of the scanner. A forward search
// (Atkinson & Riani 2000) starts with the half of the crowns that agree best and adds those that follow.
// Lengths are in mm, in the frame of the scan before.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/registration/pose_error.h"

namespace intercusp {

//! A crown's own pose relative to the pose of both scans, about its middle.
struct FieldCrown {
  Eigen::Vector3d middle{0, 0, 0};
  PoseVector found = PoseVector::Zero();
  PoseMatrix covariance = PoseMatrix::Zero();
  double limit = 0;      //!< it follows the others up to this squared Mahalanobis distance from them
  bool may_lead = true;  //!< false: it only follows, because its pose is not measured or may have changed
};

struct FieldOptions {
  double ends_mm = 0.05;  //!< standard deviation of the distortion at the ends of a full arch
  PoseError pose = {};    //!< error of the pose of both scans, if it is not to be found from the crowns
  bool pose_is_given = false;
};

//! Where a crown would lie if it followed the others. The crown itself is left out.
struct FieldPrediction {
  PoseVector pose = PoseVector::Zero();
  PoseMatrix covariance = PoseMatrix::Zero();
  double distance = 0;   //!< squared Mahalanobis distance of the crown's own pose from this prediction
  bool follows = false;  //!< whether the field is estimated with this crown
  double strain = 0;     //!< how much the distortion stretches the crown, as a share of its size
};

struct ArchField {
  std::vector<FieldPrediction> at;  //!< one for each crown
  double growth = 0, growth_deviation = 0;
  double distortion_mm = 0;  //!< root mean square over the crowns, without pose and growth
  double greatest_mm = 0;
  double typical_mm = 0;  //!< standard deviation of distortions at the ends, as estimated
  std::size_t followers = 0;
};

//! \param crowns along the arch
[[nodiscard]] ArchField fit_arch_field(std::span<const FieldCrown> crowns, const FieldOptions& options);

}  // namespace intercusp
