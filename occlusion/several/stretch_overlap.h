// How far two solids overlap along one direction, by the intervals of lines inside each: for pairs with an analytic
// body. (Two meshes: the engines' maps, pair_overlap.cpp.)
//
// Internal to occlusion/several.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/view/view.h"

namespace intercusp {

//! The result of one pixel's line; both solids are in the pose of their meshes.
struct PixelOverlap {
  double longest_mm = 0;  //!< of the overlaps along the line; 0 without overlap
  double sum_mm = 0;      //!< of all
  double slope =
      0;  //!< of the surfaces that bound the longest, tangents added: its possible growth per mm sideways
};

//! The results of one direction, pixel by pixel.
struct Look {
  View view;
  std::vector<PixelOverlap> pixels;
};

//! One solid with its method of tracing lines.
struct SightedSolid {
  std::shared_ptr<const Solid> solid;
  Bounds box;                                //!< of the body if there is one
  std::shared_ptr<const AnalyticBody> body;  //!< its own ranges
  std::optional<PreparedSolid> layers;       //!< z-lists
  std::shared_ptr<const rays::SolidLines> rays;
};

//! Overlaps between anatomy that are longer than the tolerance.
[[nodiscard]] Look look_along_stretches(const SightedSolid& a, const SightedSolid& b, const View& view,
                                        double depth_tolerance_mm);

}  // namespace intercusp
