// The faces of a solid that bound it: faces inside another part of the same solid do not.
//
// Internal to occlusion/several.
#pragma once

#include <memory>
#include <vector>

#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

struct VisibleSurface {
  //! Faces of anatomy first. Not closed where faces were cut. The solid itself if all of it is visible.
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
