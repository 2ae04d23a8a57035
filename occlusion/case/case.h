// A bite with everything that analyses need: axes, tooth numbers, sides and landmarks. prepare_case finds them once;
// they belong to the bite's pose.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/tooth_axes.h"

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

struct Case {
  Bite bite;  //!< with labels found on the scans where files have none
  Anatomy anatomy;
  std::vector<int> upper_teeth, lower_teeth;      //!< FDI number per face; 0 for gum and unknown
  std::vector<ToothAxes> upper_axes, lower_axes;  //!< of the labelled teeth; empty without axes
  std::optional<ArchSides> sides;                 //!< empty without axes
  std::optional<IncisalPoint> incisal_point;      //!< empty without axes
  double prepare_ms = 0;                          //!< time of the preparation; not part of the result
};

//! Shared by all results of the case.
[[nodiscard]] std::shared_ptr<const Case> prepare_case(const Bite& bite);

//! Those of the anatomy. Along a given direction any two bodies may be compared: then missing anatomy is none.
[[nodiscard]] std::vector<Finding> anatomy_findings(const Case& bite_case, bool direction_given);

//! Returns the mean of the incisal edges of the lower central incisors (31 and 41), or of the one that is
//! there. An edge is the mean of the vertices at most 0.5 mm below the highest. Without these numbers it is the
//! edge of what lies within 3 mm of the arch's midline and 8 mm of its front.
//! \param bite its labels are used.
[[nodiscard]] IncisalPoint lower_incisal_point(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
