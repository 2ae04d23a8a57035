// First contact for `close` and `slide`: whether the jaws overlap at the start and, if not, when and where a
// motion first brings them together.
#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <optional>

#include "occlusion/case/bite.h"
#include "occlusion/case/case.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/motion/contact_search.h"
#include "occlusion/motion/hinge.h"
#include "occlusion/motion/motion.h"

namespace intercusp {

struct FirstContactAnswer {
  bool starts_overlapping = false;       //!< by more than the depth tolerance
  std::optional<FirstContact> contact;   //!< empty if the start overlaps or nothing is met
  std::optional<LeastDistance> deepest;  //!< deepest point; only if the start overlaps
};

//! \throw std::runtime_error if Embree has no device
[[nodiscard]] FirstContactAnswer find_first_contact(const Bite& bite, const ContactSearch& search,
                                                    const Motion& motion);

//! First contact of a closing about the patient's hinge axis.
//!
//! If condyles are not measured, the axis is that of an average jaw (bonwill_condyles). If this axis is wrong
//! by 5 mm, a turn of 0.002 rad (0.2 mm at the incisors) moves the teeth by 0.01 mm more or less.
struct HingeContact {
  //! How far the lower opens from the pose of the bite to first contact; negative if it closes.
  double opening_rad = 0;
  double opening_mm = 0;  //!< distance that the lower incisal point travels
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();  //!< at first contact
  Eigen::Vector3d case_point{0, 0, 0};                                 //!< where the jaws meet, in that pose
  std::uint32_t upper_face = 0, lower_face = 0;
};

//! \param measured condyles in the pose of the bite, case frame; empty: average ones
//! \return empty without anatomical axes, and if the jaws do not meet within 10° or cannot be separated
[[nodiscard]] std::optional<HingeContact> hinge_contact(const Case& bite_case,
                                                        const std::optional<Condyles>& measured = {});

//! The pose at which a closing motion first brings the jaws together. The motion may start from any pose,
//! even with overlap.
struct ContactPose {
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double closed = 0;     //!< amount from the start, radians or mm; negative if the jaws had to open first
  FirstContact contact;  //!< its amount is `closed`
};

//! Opens the jaws in doubling steps until they are separate, then closes them to exact first contact.
//! \param closing its limit applies to opening and to closing, each
//! \param first_step first step of opening, radians or mm
//! \return empty if the jaws do not meet within the limit, or cannot be separated
[[nodiscard]] std::optional<ContactPose> contact_pose(const ContactSearch& search,
                                                      const Eigen::Isometry3d& upper_from_lower,
                                                      const Motion& closing, double first_step);

}  // namespace intercusp
