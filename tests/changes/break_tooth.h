// A crown of a generated jaw broken off along a plane, as scanners would show what is left: the break is meshed as finely as the
// crown and ends where the plane leaves it. (wear_tooth flattens instead: walls end up within the facet, which deep breaks show.)
#pragma once

#include <Eigen/Core>
#include <span>

#include "datasets/dentition.h"

namespace intercusp::testing {

struct BrokenTooth {
  double lost_mm3 = 0;
  double depth_mm = 0;  //!< the greatest distance of what is lost from what is left of the crown
};

//! \param direction unit: what lies beyond the plane across it, depth_mm below the crown's farthest point, is lost
//! \throw std::runtime_error where the plane cuts the crown in a curve that cannot be closed
BrokenTooth break_tooth(LabelledMesh& surface, int fdi, const Eigen::Vector3d& direction, double depth_mm);

//! The greatest distance of places that were lost from what is left of the crown.
[[nodiscard]] double depth_of(std::span<const Eigen::Vector3d> lost, const LabelledMesh& surface, int fdi);

}  // namespace intercusp::testing
