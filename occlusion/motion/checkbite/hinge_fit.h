// The hinge axis of the mandible from a few recorded openings: the line about which they turn, by least squares.
//
// Each record is a pose of the lower with the covariance of its error. The unknowns are the line, the angle of each
// opening and the true place of the closed jaw; every record is weighted by the inverse of its covariance. So an axis is
// as well determined as the turn allows: its error grows as the opening shrinks (Woltring, Huiskes, de Lange & Veldpaus
// 1985, J Biomech 18:379, for finite helical axes in general). docs/MOTION.md, "Checkbites", has the mathematics.
//
// Lengths are mm, angles radians; the axis is a line of the case frame, in the closed position.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/motion/hinge.h"
#include "occlusion/registration/pose_error.h"

namespace intercusp {

struct UncertainPose {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  PoseError error;  //!< in the upper's frame
};

//! Where places on an axis are stated: in two planes parallel to the midline.
struct HingeFrame {
  AnatomicalAxes axes;
  Eigen::Vector3d incisal_point;  //!< on the midline, with the jaws closed
  double half_mm = 55;            //!< of the intercondylar distance: from the midline to either plane
};

//! The axis where it crosses the planes: anterior and superior of the incisal point, left, then right.
using AxisPlaces = Eigen::Vector4d;

[[nodiscard]] Condyles condyles_at(const HingeFrame& frame, const AxisPlaces& places);
//! Empty for a line that hardly leaves the midline's plane.
[[nodiscard]] std::optional<AxisPlaces> places_on(const HingeFrame& frame, const Eigen::Vector3d& point,
                                                  const Eigen::Vector3d& direction);

//! The line about which a motion turns, where it meets the planes, and the turn about it, positive where it opens. Empty
//! for a motion without a turn about a transverse axis.
struct ScrewAxis {
  AxisPlaces places;
  double turn_rad = 0;
};
[[nodiscard]] std::optional<ScrewAxis> screw_axis(const HingeFrame& frame, const Eigen::Isometry3d& motion);

struct HingeFit {
  AxisPlaces places;
  Eigen::Matrix4d covariance;  //!< of the places
  //! How the places follow the pose of each record, to first order: the closed one, then the openings.
  std::vector<Eigen::Matrix<double, 4, 6>> by_record;
  std::vector<double> opening_rad;  //!< of each record
  //! With `glides`: how far the axis has moved forward and up at each record, mm; 0 for the first.
  std::vector<Eigen::Vector2d> glide_mm;
  double chi2 = 0;         //!< the sum of squared residuals, each over its variance
  int freedom = 0;         //!< of chi2
  double residual_mm = 0;  //!< root mean square, of the incisal point and the axis in both planes
};

//! \param glides lets the axis of every record but the first move in the sagittal plane
//! \return empty where the openings are no turns about a transverse axis
[[nodiscard]] std::optional<HingeFit> fit_hinge(const HingeFrame& frame, const UncertainPose& closed,
                                                std::span<const UncertainPose> openings, bool glides = false);

}  // namespace intercusp
