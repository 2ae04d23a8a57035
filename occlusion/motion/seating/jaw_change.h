// A rigid motion of the lower jaw in clinical terms: along and about the anatomical axes, and as displacement of the
// front teeth and the molars.
#pragma once

#include <Eigen/Geometry>
#include <optional>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/bite.h"
#include "occlusion/case/crowns.h"

namespace intercusp {

struct JawChange {
  AnatomicalVector centre_mm{0, 0, 0};  //!< of the given point
  //! Right-handed about left (positive: the front goes down), anterior (the left side goes up) and superior
  //! (the front goes to the left); together one turn, its length the angle.
  AnatomicalVector turn_rad{0, 0, 0};
  //! Means over the crowns' foremost 2 mm, and their hindmost 10 mm on either side; empty if a side has none.
  std::optional<AnatomicalVector> incisal_mm, right_molars_mm, left_molars_mm;
  double largest_mm = 0;  //!< of any vertex of the anatomy
};

//! From one pose of the lower to another.  \param lower_centre in the lower's frame.
[[nodiscard]] JawChange jaw_change(const Solid& lower, const Eigen::Isometry3d& from,
                                   const Eigen::Isometry3d& to, const AnatomicalAxes& axes,
                                   const Eigen::Vector3d& lower_centre);

//! The greatest distance between two poses of any vertex of the anatomy.
[[nodiscard]] double largest_displacement(const Solid& lower, const Eigen::Isometry3d& from,
                                          const Eigen::Isometry3d& to);

}  // namespace intercusp
