// When a corner meets a face and when two edges meet, in closed form (Eichner 1986 for turns; linear for
// shifts). Everything in the motion's frame (z along the axis or the direction), at the start.
// Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

#include "occlusion/motion/motion.h"

namespace intercusp::motion {

//! Where features meet at their rims, roundings must not lose them: this far beyond still counts.
constexpr double rim_mm = 1e-9;

struct Meeting {
  double amount;          //!< radians or mm, 0 or more
  Eigen::Vector3d point;  //!< where it happens
};

//! A point of the lower after an amount of the motion.
[[nodiscard]] Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount);

//! A corner of a face, with the face's other two.
struct FaceCorner {
  Eigen::Vector3d point;
  std::array<Eigen::Vector3d, 2> others;
};

struct Triangle {
  std::array<Eigen::Vector3d, 3> corners;
  Eigen::Vector3d normal;  //!< outward, any length
  std::array<Eigen::Vector3d, 3>
      across;  //!< third corners of the faces across the edges; edge i begins at corner i
};

//! The first amount at which a corner of the lower comes from outside onto a face of the upper. On the face's
//! rim it counts unless it only slides past there: the face across the rim is not pressed, and what belongs
//! to the corner lies outside that one.
[[nodiscard]] std::optional<Meeting> lower_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                                        const Triangle& upper_face);
//! The first amount at which a face of the lower comes onto a corner of the upper, likewise.
[[nodiscard]] std::optional<Meeting> upper_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                                        const Triangle& lower_face);

//! An edge, and the third corners of the faces on its two sides.
struct FaceEdge {
  Eigen::Vector3d from, to;
  std::array<Eigen::Vector3d, 2> beside;
};

//! The first amount at which two edges that are not parallel meet so that the faces of one lie on one side,
//! those of the other on the other, and the motion presses them together. Parallel edges, and edges that meet
//! at an end, are the business of corners.
[[nodiscard]] std::optional<Meeting> edges_meet(Motion::Kind kind, const FaceEdge& lower,
                                                const FaceEdge& upper);

}  // namespace intercusp::motion
