// Which faces can meet the other jaw at all in a motion (Vaněček 1993): a face whose corners all move away
// from its outer side meets nothing. Velocities are those of the face relative to the other jaw; they are
// linear over a face, so its corners decide. For one turn or shift a face keeps its velocity in its own
// frame, so what is dropped stays dropped for the whole motion.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstddef>

#include "occlusion/case/bite.h"
#include "occlusion/motion/motion.h"

namespace intercusp {

//! How the faces of a jaw move relative to the other jaw.
enum class MovingJaw { lower, upper };

struct CulledShare {
  std::size_t faces = 0;    //!< of the anatomy
  std::size_t dropped = 0;  //!< of those
};

struct CullingReport {
  CulledShare upper, lower;
};

//! How many faces of the anatomy a motion from this pose drops.
[[nodiscard]] CullingReport velocity_culling(const Bite& bite, const Motion& motion);

//! Whether a face, corners and normal (outward, any length) in the case frame at the start, is dropped.
[[nodiscard]] bool moves_away(const std::array<Eigen::Vector3d, 3>& corners, const Eigen::Vector3d& normal,
                              const Motion& motion, MovingJaw jaw);

}  // namespace intercusp
