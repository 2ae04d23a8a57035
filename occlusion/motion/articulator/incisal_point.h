// The lower incisal point: where an articulator's excursions are measured and its Bonwill triangle begins.
#pragma once

#include <Eigen/Core>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

struct IncisalPoint {
  Eigen::Vector3d case_point{0, 0, 0};  //!< in the bite's own pose
  bool from_labels = false;             //!< told by the numbers 31 and 41
};

//! The mean of the incisal edges of the lower central incisors (31 and 41), an edge being what of a tooth
//! lies at most 0.5 mm below its highest point. With one of the two: that one's. Without: the edge of what
//! lies within 3 mm of the arch's midline and 8 mm of its front. \param bite its labels are used.  \throw
//! std::invalid_argument if the lower has no anatomy there.
[[nodiscard]] IncisalPoint lower_incisal_point(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
