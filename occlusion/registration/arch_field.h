// What the crowns of an arch have in common between two scans: a pose, a growth in size, and a smooth distortion along the
// arch, as scanners that stitch pictures make (spread, twist, bend). Teeth that leave it have changed by themselves.
//
// Each crown brings its own pose with its error. Distortions are Legendre polynomials of the place along the arch, up to the
// fourth degree, for each axis of the frame; how large they are is estimated from the crowns (expectation and
// maximization), beginning with what the scanner is known for. A forward search (Atkinson & Riani 2000) begins with the
// half of the crowns that agree best and takes up those that follow. Lengths are mm, in the frame of the scan before.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <span>
#include <vector>

#include "occlusion/registration/pose_error.h"

namespace intercusp {

//! A crown's own pose against the pose of both scans, about its middle.
struct FieldCrown {
  Eigen::Vector3d middle{0, 0, 0};
  PoseVector found = PoseVector::Zero();
  PoseMatrix covariance = PoseMatrix::Zero();
  double limit = 0;      //!< Mahalanobis' squared distance from the others up to which it follows them
  bool may_lead = true;  //!< false: only follows, its pose is not measured or may have changed
};

struct FieldOptions {
  double ends_mm = 0.05;  //!< standard deviation of the distortion at the ends of a full arch
  PoseError pose = {};    //!< of the pose of both scans, where it is not to be found from the crowns
  bool pose_is_given = false;
};

//! Where a crown would lie if it followed the others, itself left out.
struct FieldPrediction {
  PoseVector pose = PoseVector::Zero();
  PoseMatrix covariance = PoseMatrix::Zero();
  double distance = 0;   //!< Mahalanobis' squared distance of the crown's own pose from it
  bool follows = false;  //!< the crown is one of those that the field rests on
  double strain = 0;     //!< how much the distortion stretches a crown there, of its size
};

struct ArchField {
  std::vector<FieldPrediction> at;  //!< for each crown
  double growth = 0, growth_deviation = 0;
  double distortion_mm = 0;  //!< root mean square over the crowns, without pose and growth
  double greatest_mm = 0;
  double typical_mm = 0;  //!< standard deviation of distortions at the ends, as estimated
  std::size_t followers = 0;
};

//! \param crowns along the arch
[[nodiscard]] ArchField fit_arch_field(std::span<const FieldCrown> crowns, const FieldOptions& options);

}  // namespace intercusp
