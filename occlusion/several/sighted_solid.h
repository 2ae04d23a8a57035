// One of several solids, prepared for lines.
//
// Internal to occlusion/several.
#pragma once

#include <memory>
#include <optional>

#include "occlusion/engines/rays/solid_lines.h"
#include "occlusion/engines/zlist/zlist_engine.h"
#include "occlusion/geometry/analytic_body.h"

namespace intercusp {

//! One solid with its method of tracing lines.
struct SightedSolid {
  std::shared_ptr<const Solid> solid;
  Bounds box;                                //!< of the body if there is one
  std::shared_ptr<const AnalyticBody> body;  //!< its own ranges
  std::optional<PreparedSolid> layers;       //!< z-lists
  std::shared_ptr<const rays::SolidLines> rays;
};

}  // namespace intercusp
