// How far two solids overlap along one direction, and how much they share, along lines over what their boxes share
// (Shinya & Forgue 1991).
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/several/sighted_solid.h"

namespace intercusp {

struct OverlapOptions {
  double pixel_mm = 0.05;  //!< at most; smaller where less is shared, larger where a window would not fit
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! An overlap as lines show it. Errors are estimates from the slopes of the surfaces and from how overlaps change from
//! pixel to pixel.
struct Overlap {
  double extent_mm = 0;  //!< the longest along a line; 0 where no line meets any
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< of all overlaps
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< between lines of the first look
  bool seen = false;    //!< by the first look
};

//! The place of the longest overlap is looked at again and again, eight times as closely each time; where the first
//! look shows none, the deepest place.
//! \param where holds all that is looked at \param deepest a point that both solids share
[[nodiscard]] Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a,
                                    const SightedSolid& b, const Bounds& where,
                                    const Eigen::Vector3d& deepest, const OverlapOptions& options);

}  // namespace intercusp
