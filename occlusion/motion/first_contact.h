// First contact for `close` and `slide`: whether the jaws overlap at the start, and otherwise when and where a motion
// first brings them together.
#pragma once

#include <optional>

#include "occlusion/case/bite.h"
#include "occlusion/distance/deepest.h"
#include "occlusion/motion/contact_search.h"
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

}  // namespace intercusp
