// The fixed series of poses on which speed is measured.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/view/projection.h"

namespace intercusp {

//! \param count number of poses; the first 11 of 16 are translations along π, from 3 mm open to 1 mm deep
//! (least
//!        clearance), in equal steps; the last 5 open about a hinge behind the jaws, from the touching pose,
//!        by 0.5° to 2.5°. Other counts keep these shares, with at least one of each.
//! \param least_clearance_mm of the bite as it stands, along π; where it has none (infinity), as if it were 0
//! \return upper_from_lower of each pose.
[[nodiscard]] std::vector<Eigen::Isometry3d> measured_poses(const Bite& bite, const Projection& projection,
                                                            double least_clearance_mm, int count = 16);

}  // namespace intercusp
