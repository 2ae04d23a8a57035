// A quick sight of whether jaws are apart, for the start of a motion. Internal to occlusion/motion.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

//! True: no face of one's anatomy meets one of the other's, and no part of either lies inside the other; the
//! exact test (exact_interference.h) says the same. False: that has to be asked.
[[nodiscard]] bool are_apart(const PreparedJaw& upper, const PreparedJaw& lower,
                             const Eigen::Isometry3d& upper_from_lower);

}  // namespace intercusp::motion
