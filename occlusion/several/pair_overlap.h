// How deep two solids overlap, how much and where, along lines over what their boxes share (Shinya & Forgue 1991).
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/several/overlap.h"
#include "occlusion/several/sighted_solid.h"

namespace intercusp {

struct OverlapOptions {
  double pixel_mm = 0.05;  //!< at most; smaller where less is shared, larger where a window would not fit
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! Looks along x, y and z and, where an overlap shows, along the normal of the surfaces that bound it. Where a body
//! takes part, the deepest place is looked at once more, eight times as closely. \param where holds all that is
//! looked at
//! \return nothing where the depth is within the tolerance or no pixel's line meets an overlap, which then is
//! thinner than a pixel
[[nodiscard]] std::optional<Overlap> find_overlap(const SightedSolid& a, const SightedSolid& b,
                                                  const Bounds& where, const OverlapOptions& options);

}  // namespace intercusp
