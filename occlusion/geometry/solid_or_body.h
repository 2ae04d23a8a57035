// What analyses of several solids take: a mesh, or a body that a formula describes.
#pragma once

#include <memory>

#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct SolidOrBody {
  std::shared_ptr<const Solid> solid;
  std::shared_ptr<const AnalyticBody> body = nullptr;  //!< which the solid's mesh then stands for
};

}  // namespace intercusp
