// The crowns of a jaw: the part of it near the bite.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! Components along left, anterior and superior, in this order.
using AnatomicalVector = Eigen::Vector3d;

struct CrownPoint {
  AnatomicalVector along;  //!< place in the case
  Eigen::Vector3d own;     //!< in the jaw's frame
  std::size_t faces;       //!< of the anatomy that use it
};

//! Returns the anatomy's vertices within 5 mm of the one farthest towards the bite.
[[nodiscard]] std::vector<CrownPoint> crown_points(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                                   const AnatomicalAxes& axes, Jaw which);

//! Returns by how much the upper arch extends beyond the lower one, the median over the directions from the
//! middle of the arch to the front and the sides: 0.6 to 2.4 mm on two scanned bites. Negative where the jaws
//! are swapped or the lower arch bites outside the upper all around; 0 where the arches share no direction.
[[nodiscard]] double upper_reach_mm(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
