// Other starts that a settled bite is tried against: a little beside the given one, where the same place
// should be reached, and a tooth's width away, where no better one should be found.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! Six poses 0.3 mm and 0.5° from the bite's: along and about each axis, both ways, about the given point.
[[nodiscard]] std::vector<Eigen::Isometry3d> starts_nearby(const Bite& bite, const AnatomicalAxes& axes,
                                                           const Eigen::Vector3d& lower_centre);

struct StartElsewhere {
  std::string name;  //!< "a tooth forward", …
  Eigen::Isometry3d upper_from_lower;
};

//! A tooth's width forward and back, turned by as much to either side, and back to front; each opened, so
//! that the jaws come together freely.
[[nodiscard]] std::vector<StartElsewhere> starts_elsewhere(const Eigen::Isometry3d& upper_from_lower,
                                                           const AnatomicalAxes& axes,
                                                           const Eigen::Vector3d& lower_centre);

}  // namespace intercusp
