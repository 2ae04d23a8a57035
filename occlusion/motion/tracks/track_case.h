// The fixed data of a whole track: its reference pose, the patient's axes, one direction of projection and one window
// that fits every pose's map.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <optional>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/maps/map_engine.h"
#include "occlusion/motion/track.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! Middle of the box around the lower's anatomy, in its own frame.
[[nodiscard]] Eigen::Vector3d lower_centre(const Solid& lower);

//! The most closed pose: the one with the lower's centre highest along `up` (case frame), the first of equal ones.
[[nodiscard]] std::size_t most_closed_pose(const Track& track, const Eigen::Vector3d& centre,
                                           const Eigen::Vector3d& up);

//! The window that holds both jaws' common part at every pose of the track: that of the upper, cut to the extent of the
//! moving boxes around the lower. For one pose it is fit_view's. \throw as fit_view
[[nodiscard]] View view_over_track(const Bite& bite, const Track& track,
                                   const Eigen::Isometry3d& view_from_case, double pixel_mm);

}  // namespace intercusp
