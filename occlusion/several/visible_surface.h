// What of a solid's faces bounds it: faces inside another part of the same solid are no surface.
//
// Internal to occlusion/several.
#pragma once

#include <memory>
#include <vector>

#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct VisibleSurface {
  //! Faces of anatomy first. Not closed where faces were cut. The solid itself where all of it is surface.
  std::shared_ptr<const Solid> surface;
  std::vector<std::uint32_t>
      face_of;  //!< of each, the face of the solid that it is part of; empty where the same

  [[nodiscard]] std::uint32_t face(std::uint32_t of_surface) const {
    return face_of.empty() ? of_surface : face_of[of_surface];
  }
};

//! Parts that are joined by vertices are not tested against themselves. \param inside of the solid
[[nodiscard]] VisibleSurface visible_surface(const std::shared_ptr<const Solid>& solid,
                                             const InsideTest& inside);

}  // namespace intercusp
