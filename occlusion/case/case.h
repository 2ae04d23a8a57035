// A bite with everything that analyses need: axes, tooth numbers, sides and landmarks. prepare_case finds
// them once. They hold for the bite's pose.
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
  arch_front,  //!< the front of the lower arch near the midline
  jaw_box      //!< without anatomy: the middle of the lower jaw's box, at its front and top
};

//! The lower incisal point. Excursions are measured there, and the Bonwill triangle starts there.
struct IncisalPoint {
  Eigen::Vector3d case_point{0, 0, 0};  //!< in the pose of the bite
  IncisalSource source = IncisalSource::jaw_box;
};

struct Case {
  Bite bite;  //!< has labels found on the scans if the files have none
  Anatomy anatomy;
  std::vector<int> upper_teeth, lower_teeth;  //!< FDI number per face; 0 for gum and unknown
  //! Axes of the labelled teeth; empty without anatomical axes.
  std::vector<ToothAxes> upper_axes, lower_axes;
  std::optional<ArchSides> sides;             //!< empty without axes
  std::optional<IncisalPoint> incisal_point;  //!< empty without axes
  double prepare_ms = 0;                      //!< time of the preparation; not part of the result
};

//! All results of the case share it.
[[nodiscard]] std::shared_ptr<const Case> prepare_case(const Bite& bite);

//! The findings of the anatomy; none if axes are missing but a direction is given, because any two bodies may be
//! compared along it.
[[nodiscard]] std::vector<Finding> anatomy_findings(const Case& bite_case, bool direction_given);

//! Returns the incisal edge of the lower central incisors (31 and 41): their mean, or the edge of the only
//! one. An edge is the mean of the vertices at most 0.5 mm below the highest. Without these numbers it is the
//! edge of everything within 3 mm of the arch's midline and 8 mm of its front.
//! \param bite its labels are used
[[nodiscard]] IncisalPoint lower_incisal_point(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
