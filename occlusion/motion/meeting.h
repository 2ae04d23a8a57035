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

struct Triangle {
  std::array<Eigen::Vector3d, 3> corners;
  Eigen::Vector3d normal;  //!< outward, any length
};

//! The first amount at which a corner of the lower comes from outside onto a face of the upper.
[[nodiscard]] std::optional<Meeting> lower_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                        const Triangle& upper_face);
//! The first amount at which a face of the lower comes onto a corner of the upper, which is outside before.
[[nodiscard]] std::optional<Meeting> upper_corner_meets(Motion::Kind kind, const Eigen::Vector3d& corner,
                                                        const Triangle& lower_face);

//! An edge, and the third corner of a face beside it.
struct FaceEdge {
  Eigen::Vector3d from, to, beside;
};

//! The first amount at which two edges that are not parallel meet so that the faces beside them lie on
//! different sides and are pressed together. Parallel edges meet at a corner of one: the tests above.
[[nodiscard]] std::optional<Meeting> edges_meet(Motion::Kind kind, const FaceEdge& lower,
                                                const FaceEdge& upper);

}  // namespace intercusp::motion
