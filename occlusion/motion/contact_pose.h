// The pose in which a closing motion first brings the jaws together, from any pose, also one in which they overlap.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "occlusion/motion/contact_search.h"

namespace intercusp {

struct ContactPose {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double closed = 0;     //!< amount from the start, radians or mm; negative if the jaws had to open first
  FirstContact contact;  //!< its amount is `closed`
};

//! Opens the jaws in doubling steps until they are separate, then closes them to exact first contact.
//! \param closing its limit holds for opening and for closing, each  \param first_step of opening, radians or mm
//! \return empty if the jaws do not meet within the limit, or cannot be separated
[[nodiscard]] std::optional<ContactPose> contact_pose(const ContactSearch& search,
                                                      const Eigen::Isometry3d& upper_from_lower,
                                                      const Motion& closing, double first_step);

}  // namespace intercusp
