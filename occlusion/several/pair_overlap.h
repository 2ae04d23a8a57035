// The overlap of two solids along one direction, and its volume, along lines over the intersection of their boxes
// (Shinya & Forgue 1991).
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

//! One solid with its method of tracing lines.
struct SightedSolid {
  std::shared_ptr<const Solid> solid;
  Bounds box;                                //!< of the body if there is one
  std::shared_ptr<const AnalyticBody> body;  //!< its own ranges
  std::optional<PreparedSolid> layers;       //!< z-lists
  std::shared_ptr<const rays::SolidLines> rays;
};

struct OverlapOptions {
  double pixel_mm = 0.05;  //!< at most; smaller for small intersections, larger if a window would not fit
  double depth_tolerance_mm = default_depth_tolerance_mm;
};

//! An overlap sampled along lines; longest_chord.h finds the extent of two meshes. Errors are estimates from the slopes
//! of the surfaces and from how overlaps change from pixel to pixel.
struct Overlap {
  double extent_mm = 0;  //!< the longest along a line; 0 if no line meets an overlap
  double extent_error_mm = 0;
  double volume_mm3 = 0;  //!< of all overlaps
  double volume_error_mm3 = 0;
  double pixel_mm = 0;  //!< between lines of the first window
  bool seen = false;    //!< by the first window
};

//! The place of the longest overlap is sampled repeatedly, each time at eight times the resolution; if the first window
//! shows none, the deepest place.
//! \param where holds all sampled space \param deepest a point that both solids share
[[nodiscard]] Overlap overlap_along(const Eigen::Vector3d& direction, const SightedSolid& a,
                                    const SightedSolid& b, const Bounds& where,
                                    const Eigen::Vector3d& deepest, const OverlapOptions& options);

}  // namespace intercusp
