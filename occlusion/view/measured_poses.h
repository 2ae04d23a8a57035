// The fixed series of poses for measuring speed.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! \param least_clearance_mm smallest clearance along π of the registered bite; infinity (none) counts as 0
//! \param count number of poses. For 16, the first 11 are translations along π in equal steps, with smallest
//! clearances from 3 mm to -1 mm. The last 5 open by 0.5° to 2.5° about a hinge behind the jaws, starting
//! from the touching pose. Other counts keep these shares, with at least one pose of each kind.
//! \return upper_from_lower of each pose
[[nodiscard]] std::vector<Eigen::Isometry3d> measured_poses(const Bite& bite,
                                                            const Eigen::Isometry3d& view_from_case,
                                                            double least_clearance_mm, int count = 16);

}  // namespace intercusp
