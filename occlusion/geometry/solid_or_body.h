// The input of analyses of several solids: a mesh, or a body that a formula describes.
#pragma once

#include <memory>

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct SolidOrBody {
  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const AnalyticBody> body = nullptr;  //!< then the solid is its mesh
};

}  // namespace intercusp
