// Depth of a point inside an analytic body, by its formula.
#pragma once

#include <optional>

#include "occlusion/geometry/analytic_body.h"

namespace intercusp {

struct BodyDepth {
  double mm;                //!< distance to the surface, negative outside
  Eigen::Vector3d closest;  //!< a closest point of the surface; any one of several
};

[[nodiscard]] BodyDepth depth_in(const AnalyticBody& body, const Eigen::Vector3d& point);

//! Bounds for the depth inside the body over a triangle: no point of it lies deeper than the greatest of
//! these values, one per corner. The mean of two such bounds is again a bound. The bounds are tight near the
//! witness, which may be any point.
[[nodiscard]] std::array<double, 3> depth_bounds(const AnalyticBody& body, const Eigen::Vector3d& witness,
                                                 const std::array<Eigen::Vector3d, 3>& triangle);

}  // namespace intercusp
