// How deep two solids overlap, how much and where, by z-lists (Shinya & Forgue 1991) over what their boxes
// share.
//
// Internal to occlusion/interference.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {

//! Lengths along lines through pixels' centres; both solids stand as their meshes do.
struct Overlap {
  double depth_mm = 0;                 //!< the longest overlap along the direction in which that is least
  Eigen::Vector3d direction{0, 0, 1};  //!< that direction, unit length
  Eigen::Vector3d point{0, 0, 0};      //!< the middle of that overlap
  double volume_mm3 = 0;               //!< of all overlaps, along that direction
  double pixel_mm = 0;                 //!< of that look
};

struct OverlapOptions {
  double pixel_mm = 0.05;  //!< at most; smaller where less is shared, larger where a window would not fit
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! Looks along x, y and z and, where an overlap shows, along the normal of the faces that bound it
//! (collision_zone.h). \param where holds all that is looked at
//! \return nothing where the depth is within the tolerance or no pixel's line meets an overlap, which then is
//! thinner than a pixel
[[nodiscard]] std::optional<Overlap> find_overlap(const PreparedSolid& a, const PreparedSolid& b,
                                                  const Bounds& where, const OverlapOptions& options);

}  // namespace intercusp
