// The ways in which the mandible is moved by hand, as poses: pure functions of a case and a pose. The ways that its points
// go over a playback, as jaw trackers plot them.
//
// Lengths mm, angles radians. Directions are the patient's (LoadedCase::axes).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/motion/hinge.h"
#include "occlusion/motion/track.h"
#include "viewer/case/loaded_case.h"

namespace intercusp::viewer {

//! The six numbers of a pose as the panel shows them: shift of the lower's centre against the pose at opening
//! along left, anterior and superior, then turns about those axes through the centre (roll, pitch, yaw in
//! FRAMES_AND_UNITS' words: about anterior, left and superior).
struct PoseNumbers {
  Eigen::Vector3d shift_mm{0, 0, 0};  //!< left, anterior, superior
  Eigen::Vector3d turn_rad{
      0, 0, 0};  //!< about left (pitch), anterior (roll), superior (yaw); applied in that order
};
[[nodiscard]] PoseNumbers numbers_of(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower);
//! The inverse of numbers_of for turns within ±90° about anterior.
[[nodiscard]] Eigen::Isometry3d pose_of(const LoadedCase& loaded, const PoseNumbers& numbers);

//! Shifted and then turned about the lower's centre, in the patient's axes.
[[nodiscard]] Eigen::Isometry3d nudged(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower,
                                       const PoseNumbers& by);

//! Middle of the lower's anatomy where it stands now, case frame: where the gizmo sits.
[[nodiscard]] Eigen::Vector3d centre_of_lower(const LoadedCase& loaded,
                                              const Eigen::Isometry3d& upper_from_lower);

//! What may be typed for the mandible, either way. First contact is searched from one end of it to the other.
constexpr double most_shift_mm = 50, most_turn_rad = 45 * rad_per_deg;

//! The axis about which the mandible opens.
struct HingeAxis : BonwillTriangle {
  std::optional<Condyles> measured = {};  //!< in the case frame; empty: the triangle places them
  bool operator==(const HingeAxis&) const = default;
};
[[nodiscard]] Condyles condyles_of(const LoadedCase& loaded, const HingeAxis& hinge);

//! Turned about the axis; positive opens.
[[nodiscard]] Eigen::Isometry3d hinged(const Condyles& condyles, const Eigen::Isometry3d& upper_from_lower,
                                       double opening_rad);

//! From the hinge axis to the incisal point: interincisal opening in mm for angles, and back. Negative closes.
struct HingeArm {
  double length_mm = 0;

  [[nodiscard]] double incisal_mm(double opening_rad) const;
  [[nodiscard]] double opening_rad(double incisal_mm) const;
};
[[nodiscard]] HingeArm hinge_arm(const LoadedCase& loaded, const HingeAxis& hinge);

//! How far the lower incisors stand below where they are in the bite as opened; negative: above.
[[nodiscard]] double incisors_open_mm(const LoadedCase& loaded, const Eigen::Isometry3d& upper_from_lower);

enum class PathPoint { incisal, right_condyle, left_condyle };
constexpr std::size_t path_points = 3;

//! One way for each PathPoint, a place for each pose of the track: mm along left, anterior and superior from where the
//! point is in the registered bite.
using JawPaths = std::array<std::vector<Eigen::Vector3d>, path_points>;

//! The points whose ways are traced, in the case frame in the registered bite.
struct TracedJaw {
  AnatomicalAxes axes;
  Condyles condyles;
  Eigen::Vector3d incisal_point;
  Eigen::Isometry3d upper_from_lower;  //!< of that bite
};
[[nodiscard]] JawPaths paths_of(const TracedJaw& jaw, const Track& track);

}  // namespace intercusp::viewer
