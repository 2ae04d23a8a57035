// How deep a point lies inside an analytic body, by its formula.
#pragma once

#include <optional>

#include "occlusion/geometry/analytic_body.h"

namespace intercusp {

struct BodyDepth {
  double mm;                //!< distance to the surface, negative outside
  Eigen::Vector3d closest;  //!< of the surface; any of several equally close points
};

[[nodiscard]] BodyDepth depth_in(const AnalyticBody& body, const Eigen::Vector3d& point);

//! No point of a triangle lies deeper than the greatest of these values at its corners; a mean of two such bounds is
//! again a bound. Tight near the witness, which may be any point.
[[nodiscard]] std::array<double, 3> depth_bounds(const AnalyticBody& body, const Eigen::Vector3d& witness,
                                                 const std::array<Eigen::Vector3d, 3>& triangle);

}  // namespace intercusp
