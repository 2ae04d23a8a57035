// First contact of the mandible, about the hinge or straight up.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "occlusion/motion/contact_pose.h"
#include "viewer/case/jaw_moves.h"

namespace intercusp::viewer {

//! How the jaws are brought to touch.
enum class ClosingWay {
  hinge,     //!< a turn about the condyles
  vertical,  //!< a shift along superior
};

//! As contact_pose, within 30° or 40 mm.
[[nodiscard]] std::optional<ContactPose> to_first_contact(const LoadedCase& loaded,
                                                          const ContactSearch& search,
                                                          const Condyles& condyles,
                                                          const Eigen::Isometry3d& upper_from_lower,
                                                          ClosingWay approach);

}  // namespace intercusp::viewer
