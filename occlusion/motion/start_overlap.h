// Whether the jaws overlap at the start of a motion. Internal to occlusion/motion.
#pragma once

#include <Eigen/Geometry>

#include "occlusion/motion/prepared_jaw.h"

namespace intercusp::motion {

//! Whether the jaws' anatomies overlap by more than the depth tolerance. Quick where the jaws are apart and where
//! they overlap deeply. \throw std::runtime_error if Embree has no device.
[[nodiscard]] bool overlap(const PreparedJaw& upper, const PreparedJaw& lower,
                           const Eigen::Isometry3d& upper_from_lower);

}  // namespace intercusp::motion
