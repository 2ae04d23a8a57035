// When a corner meets a face and when two edges meet, in closed form (Eichner 1986 for turns, linear for
// shifts). Everything is in the motion's frame (z along the axis or the direction) and in the pose at the
// start. Internal to occlusion/motion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

#include "occlusion/motion/motion.h"

namespace intercusp::motion {

//! Tolerance at the rims of faces and edges, so that rounding does not lose contacts there.
constexpr double rim_mm = 1e-9;

struct ContactEvent {
  double amount;          //!< radians or mm, 0 or more
  Eigen::Vector3d point;  //!< where they meet
};

//! Where the motion has taken a point of the lower after that amount.
[[nodiscard]] Eigen::Vector3d moved(Motion::Kind kind, const Eigen::Vector3d& point, double amount);

//! A corner of a face and the two other corners.
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

//! The first amount at which a corner of the lower reaches a face of the upper from outside. A corner that
//! reaches the face's rim counts unless it only slides past: the motion does not press it against the face
//! across the rim, and the rest of the corner's face lies outside that face.
[[nodiscard]] std::optional<ContactEvent> lower_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                                             const Triangle& upper_face);
//! The same for a corner of the upper and a face of the lower.
[[nodiscard]] std::optional<ContactEvent> upper_corner_meets(Motion::Kind kind, const FaceCorner& corner,
                                                             const Triangle& lower_face);

//! An edge and the opposite corners of its two faces.
struct FaceEdge {
  Eigen::Vector3d from, to;
  std::array<Eigen::Vector3d, 2> beside;
};

//! The first amount at which two edges that are not parallel meet, with the faces of one edge on one side,
//! those of the other edge on the other side, and the motion pressing them together. The corner tests handle
//! parallel edges and edges that meet at an end.
[[nodiscard]] std::optional<ContactEvent> edges_meet(Motion::Kind kind, const FaceEdge& lower,
                                                     const FaceEdge& upper);

}  // namespace intercusp::motion
