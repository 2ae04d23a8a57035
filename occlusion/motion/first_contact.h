// First contact for `close` and `slide`: whether the jaws overlap at the start, and otherwise when and where a motion
// first brings them together.
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
  std::optional<LeastDistance> deepest;  //!< the deepest place, only if the start overlaps
};

//! \throw std::runtime_error if Embree has no device.
[[nodiscard]] FirstContactAnswer find_first_contact(const Bite& bite, const ContactSearch& search,
                                                    const Motion& motion);

//! First contact of a closing about the patient's hinge axis.
//!
//! The condyles are not measured, so the axis is that of an average jaw (bonwill_condyles). If it
//! is wrong by 5 mm, a turn of 0.002 rad (0.2 mm at the incisors) moves the teeth by 0.01 mm more or less.
struct HingeContact {
  //! How far the lower opens from the pose of the bite to first contact; negative: it closes.
  double opening_rad = 0;
  double opening_mm = 0;  //!< the same at the lower incisal point
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();  //!< in first contact
  Eigen::Vector3d case_point{0, 0, 0};                                 //!< where the jaws meet, in that pose
  std::uint32_t upper_face = 0, lower_face = 0;
};

//! \return empty without anatomical axes, and if the jaws do not meet within 10° or cannot be separated
[[nodiscard]] std::optional<HingeContact> hinge_contact(const Case& bite_case,
                                                        const BonwillTriangle& triangle = {});

}  // namespace intercusp
