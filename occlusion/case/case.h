// A bite with everything that analyses need: axes, tooth numbers, sides and landmarks. prepare_case finds them once;
// they belong to the bite's pose.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/landmarks.h"
#include "occlusion/case/tooth_axes.h"

namespace intercusp {

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

}  // namespace intercusp
