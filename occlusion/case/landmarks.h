// Anatomical points that several analyses measure at.
#pragma once

#include <Eigen/Core>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

enum class IncisalSource {
  incisors,    //!< the edges of teeth 31 and 41
  arch_front,  //!< the front of the lower arch by the midline
  jaw_box      //!< without anatomy: the middle of the lower jaw's box, at its front and top
};

//! The lower incisal point: excursions are measured at it, and the Bonwill triangle begins at it.
struct IncisalPoint {
  Eigen::Vector3d case_point{0, 0, 0};  //!< in the pose of the bite
  IncisalSource source = IncisalSource::jaw_box;
};

//! Returns the mean of the incisal edges of the lower central incisors (31 and 41), or of the one that is
//! there. An edge is the mean of the vertices at most 0.5 mm below the highest. Without these numbers it is the
//! edge of what lies within 3 mm of the arch's midline and 8 mm of its front.
//! \param bite its labels are used.
[[nodiscard]] IncisalPoint lower_incisal_point(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
