// The size of a bite, by which its memory is estimated.
#pragma once

#include <cstddef>

#include "occlusion/case/bite.h"

namespace intercusp {

//! Triangles of both jaws, with what import added.
[[nodiscard]] inline std::size_t face_count(const Bite& bite) {
  return bite.upper->mesh.faces.size() + bite.lower->mesh.faces.size();
}

}  // namespace intercusp
