// Alternative starts that check a seated bite: close to the given one, which must lead to the same place, and
// a tooth's width away, which must not lead to a better one.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/motion/other_start.h"

namespace intercusp {

//! Six poses 0.3 mm and 0.5° from the bite's: along and about each axis, both ways, about the given point.
[[nodiscard]] std::vector<Eigen::Isometry3d> starts_nearby(const Bite& bite, const AnatomicalAxes& axes,
                                                           const Eigen::Vector3d& lower_centre);

struct StartElsewhere {
  OtherStart start;
  Eigen::Isometry3d upper_from_lower;
};

//! A tooth's width forward and backward, turned by a tooth to either side, and back to front. Each start is
//! opened, so that the jaws close freely.
[[nodiscard]] std::vector<StartElsewhere> starts_elsewhere(const Eigen::Isometry3d& upper_from_lower,
                                                           const AnatomicalAxes& axes,
                                                           const Eigen::Vector3d& lower_centre);

}  // namespace intercusp
