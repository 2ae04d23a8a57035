// A quick test whether the jaws are apart at the start of a motion. Internal to occlusion/motion.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

//! True if no anatomy faces of the two jaws meet and no part of either lies inside the other; the exact test
//! (exact_interference.h) then agrees. False if only the exact test can tell.
[[nodiscard]] bool are_apart(const PreparedJaw& upper, const PreparedJaw& lower,
                             const Eigen::Isometry3d& upper_from_lower);

}  // namespace intercusp::motion
