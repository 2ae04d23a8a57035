// The overlap of two solids along one direction, and its volume, from lines through the intersection of their
// boxes (Shinya & Forgue 1991).
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/triangle_mesh.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! One solid, prepared for its method of tracing lines.
struct SightedSolid {
  std::shared_ptr<const Solid> solid;
  Bounds box;                                //!< box of the body if there is one
  std::shared_ptr<const AnalyticBody> body;  //!< if set, lines are intersected by its formula
  std::optional<PreparedSolid> layers;       //!< for z-lists
  std::shared_ptr<const rays::SolidLines> rays;
};

struct OverlapOptions {
  double pixel_mm = 0.05;  //!< usual distance; less for small intersections, more if a window would not fit
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! An overlap sampled along lines. (longest_chord.h finds the extent of two meshes.) Errors are estimated
//! from the slopes of the surfaces and from how overlaps change between pixels.
struct Overlap {
  double extent_mm = 0;  //!< longest overlap along a line; 0 if no line meets one
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< volume of all overlaps
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< distance between lines of the first window
  bool seen = false;    //!< whether the first window shows an overlap
};

//! Samples the place of the longest overlap repeatedly, each time at eight times the resolution. If the first
//! window shows none, samples the deepest place instead.
//! \param where contains all sampled space
//! \param deepest a point inside both solids
[[nodiscard]] Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a,
                                    const SightedSolid& b, const Bounds& where,
                                    const Eigen::Vector3d& deepest, const OverlapOptions& options);

}  // namespace intercusp
