// The crowns of a jaw: what of it lies near the bite.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"

namespace intercusp {

//! Components along left, anterior and superior, in this order.
using AnatomicalVector = Eigen::Vector3d;

//! Rows left, anterior and superior.
[[nodiscard]] Eigen::Matrix3d anatomical_from_case(const AnatomicalAxes& axes);

struct CrownPoint {
  AnatomicalVector along;  //!< place in the case
  Eigen::Vector3d own;     //!< in the jaw's frame
};

//! The anatomy's vertices within 5 mm of its highest towards the bite, once for each face that uses them.
[[nodiscard]] std::vector<CrownPoint> crown_points(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw,
                                                   const AnatomicalAxes& axes, bool upper);

//! By how much the upper arch reaches out beyond the lower one: the median over the directions from the
//! arch's middle to the front and the sides. 1 to 3 mm in most bites; where the jaws are in each other's
//! place, or the lower bites outside all around, it is negative. 0 where the arches have no direction in
//! common.
[[nodiscard]] double upper_reach_mm(const Bite& bite, const AnatomicalAxes& axes);

}  // namespace intercusp
